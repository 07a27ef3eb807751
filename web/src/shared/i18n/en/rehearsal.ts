/** A rehearsal of an event, by its host with simulated viewers. */
export default {
  label: 'Rehearsal',
  text: 'Simulated viewers. No one else sees this.',
  end: 'End rehearsal',
  notHere: 'This isn’t part of a rehearsal.',
  health: 'Your picture stays on this device',
  polls: 'Polls you prepare here disappear after the rehearsal. Prepare the real ones in your room before you go live.',
  say1: 'Hi from Lisbon!',
  say2: 'The sound is great.',
  say3: 'Could you say that again?',
  say4: 'Love this.',
  ask1: 'How long did it take you to learn this?',
  ask2: 'What would you do differently today?',
  ask3: 'Will there be another evening?',
  hand1: 'Where should a beginner start?',
  hand2: 'Can I show you mine?',
};
