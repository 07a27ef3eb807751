/** By Latin letter, what is drawn like it, small or capital, and left as it is by NFKC (after the table of UTS 39). */
const drawnLike: Readonly<Record<string, string>> = {
  a: 'ɑαаΑАᎪᗅꓮᴀ',
  b: 'ƄЬᏏᑲᖯꞴΒВᏴᗷꓐʙ',
  c: 'ᴄⲥсꮯⲤСᏟꓚ',
  d: 'ԁᏧᑯꓒᎠᗞᗪꓓᴅ',
  e: 'ꬲеҽΕЕⴹᎬꓰᴇ',
  f: 'ꬵꞙẝքꞘϜᖴꓝꜰ',
  g: 'ɡᶃƍցԌᏀᏳꓖɢ',
  h: 'һհᏂΗⲎНᎻᕼꓧʜ',
  i: 'ıɪɩιіꙇӏꭵᎥ',
  j: 'ϳјꞲͿЈᎫᒍꓙᴊ',
  k: 'ΚⲔКᏦᛕꓗᴋ',
  l: 'ƖǀΙⲒІӀⵏᛁꓲⳐᏞᒪꓡʟ',
  m: 'ΜϺⲘМᎷᗰᛖꓟᴍ',
  n: 'ոռΝⲚꓠɴ',
  o: 'ᴏᴑꬽοσⲟоჿօഠဝΟⲞОՕⵔዐଠꓳ',
  p: 'ρⲣрΡⲢРᏢᑭꓑᴘ',
  q: 'ԛգզⵕ',
  r: 'ꭇꭈᴦⲅгꮁƦᎡᏒᖇꓣʀ',
  s: 'ꜱƽѕꮪЅՏᏕᏚꓢ',
  t: 'ΤⲦТᎢꓔᴛ',
  u: 'ꞟᴜꭎꭒʋυսՍሀᑌꓴ',
  v: 'ᴠνѵꮩѴⴸᏙᐯꛟꓦ',
  w: 'ɯᴡѡԝաꮃԜᎳᏔꓪ',
  x: 'хᕁᕽꞳΧⲬХⵝᚷꓫ',
  y: 'ɣᶌʏỿꭚγуүყΥⲨУҮᎩᎽꓬ',
  z: 'ᴢꮓΖᏃꓜ',
};
/** Alphabets in boxes and of flags, which NFKC leaves as they are: where each begins. */
const boxedAlphabets = [0x1f150, 0x1f170, 0x1f1e6];
const latinAlphabet = 'abcdefghijklmnopqrstuvwxyz';

const latin = new Map<string, string>();
for (const [letter, others] of Object.entries(drawnLike)) for (const other of others) latin.set(other, letter);
for (const start of boxedAlphabets)
  for (const [place, letter] of Array.from(latinAlphabet).entries())
    latin.set(String.fromCodePoint(start + place), letter);

/** The text with every letter that is drawn like a Latin one as that one. Case matters: `Η` is an H, `η` is an n. */
export const inLatinLetters = (text: string): string =>
  Array.from(text.normalize('NFKC'), (letter) => latin.get(letter) ?? letter).join('');
