import type { Sentences } from '../table-types.ts';

/** What the RTMP listener tells the host: `server/src/rtmp/media/sentences.ts`. */
export default {
  'Your encoder is sending {0}. Choose H.264 as the video encoder and restart the stream.':
    'Dein Encoder sendet {0}. Wähle H.264 als Video-Encoder und starte den Stream neu.',
  'Your encoder is sending {0} × {1}. Set the output to 1920 × 1080 or smaller and restart the stream.':
    'Dein Encoder sendet {0} × {1}. Stell die Ausgabe auf 1920 × 1080 oder kleiner und starte den Stream neu.',
  'Your encoder is sending {0} audio, which viewers can’t hear. Choose AAC.':
    'Dein Encoder sendet Ton als {0}, den dein Publikum nicht hört. Wähle AAC.',
  'Your encoder is sending AAC without its configuration, so viewers hear nothing. Restart the stream in your encoder. With ffmpeg, add -bsf:a aac_adtstoasc.':
    'Dein Encoder sendet AAC ohne dessen Konfiguration, deshalb hört dein Publikum nichts. Starte den Stream im Encoder neu. Mit ffmpeg: Ergänze -bsf:a aac_adtstoasc.',
  'Your encoder is sending B-frames, so we are transcoding your video. Set B-frames to 0 or tune to zerolatency.':
    'Dein Encoder sendet B-Frames, deshalb wandeln wir dein Video um. Stell B-Frames auf 0 oder Tune auf zerolatency.',
  'Your keyframe interval is too long, so we are transcoding your video. Set the keyframe interval to 2 seconds.':
    'Dein Keyframe-Abstand ist zu groß, deshalb wandeln wir dein Video um. Stell ihn auf 2 Sekunden.',
  'Your encoder is sending {0}, which many devices can’t play, so we are transcoding your video. Choose {1}.':
    'Dein Encoder sendet {0}, was viele Geräte nicht abspielen können, deshalb wandeln wir dein Video um. Wähle {1}.',
  'We can’t transcode any more streams right now. Set B-frames to 0 and the keyframe interval to 2 seconds, then restart the stream.':
    'Wir können gerade keine weiteren Streams umwandeln. Stell B-Frames auf 0 und den Keyframe-Abstand auf 2 Sekunden und starte den Stream neu.',
  'We can’t store the recording right now. The stream continues while we keep trying.':
    'Wir können die Aufnahme gerade nicht speichern. Der Stream läuft weiter, wir versuchen es weiter.',
  'No video is coming from your encoder.': 'Von deinem Encoder kommt kein Bild.',
  'No audio is coming from your encoder.': 'Von deinem Encoder kommt kein Ton.',
  'Your encoder is sending less than one frame per second.': 'Dein Encoder sendet weniger als ein Bild pro Sekunde.',
  'The audio can’t be decoded. In your encoder, choose AAC (LC) at 48 kHz, then restart the stream.':
    'Der Ton lässt sich nicht dekodieren. Wähle im Encoder AAC (LC) mit 48 kHz und starte den Stream neu.',
  'We couldn’t parse your encoder’s stream. Restart the stream.':
    'Wir können den Stream deines Encoders nicht lesen. Starte ihn neu.',
  'Your encoder sent nothing for ten seconds.': 'Dein Encoder hat zehn Sekunden lang nichts gesendet.',
  'Too many encoders are connected. Try again in a minute.':
    'Zu viele Encoder sind verbunden. Versuch es in einer Minute noch einmal.',
  'This stream key is not valid. Copy the current one from the control room.':
    'Dieser Stream-Schlüssel ist ungültig. Kopiere den aktuellen aus dem Regieraum.',
  'The stream key is missing. Copy it from the control room.':
    'Der Stream-Schlüssel fehlt. Kopiere ihn aus dem Regieraum.',
  'This address only accepts streams. To watch, open the event page.':
    'Diese Adresse nimmt nur Streams an. Zum Zusehen öffne die Event-Seite.',
} satisfies Sentences as Sentences;
