import type { Sentences } from '../table-types.ts';

/** What the RTMP listener tells the host: `server/src/rtmp/media/sentences.ts`. */
export default {
  'Your encoder is sending {0}. Choose H.264 as the video encoder and restart the stream.':
    'Tu codificador está enviando {0}. Elige H.264 como codificador de vídeo y reinicia la emisión.',
  'Your encoder is sending {0} × {1}. Set the output to 1920 × 1080 or smaller and restart the stream.':
    'Tu codificador está enviando {0} × {1}. Ajusta la salida a 1920 × 1080 o menos y reinicia la emisión.',
  'Your encoder is sending {0} audio, which viewers can’t hear. Choose AAC.':
    'Tu codificador está enviando audio {0}, que el público no puede oír. Elige AAC.',
  'Your encoder is sending AAC without its configuration, so viewers hear nothing. Restart the stream in your encoder. With ffmpeg, add -bsf:a aac_adtstoasc.':
    'Tu codificador está enviando AAC sin su configuración, así que el público no oye nada. Reinicia la emisión en tu codificador. Con ffmpeg, añade -bsf:a aac_adtstoasc.',
  'Your encoder is sending B-frames, so we are transcoding your video. Set B-frames to 0 or tune to zerolatency.':
    'Tu codificador está enviando fotogramas B, así que transcodificamos tu vídeo. Pon los fotogramas B a 0 o el ajuste en zerolatency.',
  'Your keyframe interval is too long, so we are transcoding your video. Set the keyframe interval to 2 seconds.':
    'El intervalo entre fotogramas clave es demasiado largo, así que transcodificamos tu vídeo. Ponlo en 2 segundos.',
  'Your encoder is sending {0}, which many devices can’t play, so we are transcoding your video. Choose {1}.':
    'Tu codificador está enviando {0}, que muchos dispositivos no pueden reproducir, así que transcodificamos tu vídeo. Elige {1}.',
  'We can’t transcode any more streams right now. Set B-frames to 0 and the keyframe interval to 2 seconds, then restart the stream.':
    'Ahora mismo no podemos transcodificar más emisiones. Pon los fotogramas B a 0 y el intervalo entre fotogramas clave en 2 segundos, y reinicia la emisión.',
  'We can’t store the recording right now. The stream continues while we keep trying.':
    'Ahora mismo no podemos guardar la grabación. La emisión continúa mientras lo seguimos intentando.',
  'No video is coming from your encoder.': 'No llega vídeo de tu codificador.',
  'No audio is coming from your encoder.': 'No llega audio de tu codificador.',
  'Your encoder is sending less than one frame per second.':
    'Tu codificador está enviando menos de un fotograma por segundo.',
  'The audio can’t be decoded. In your encoder, choose AAC (LC) at 48 kHz, then restart the stream.':
    'No se puede descodificar el audio. En tu codificador, elige AAC (LC) a 48 kHz y reinicia la emisión.',
  'We couldn’t parse your encoder’s stream. Restart the stream.':
    'No podemos leer la emisión de tu codificador. Reiníciala.',
  'Your encoder sent nothing for ten seconds.': 'Tu codificador no ha enviado nada durante diez segundos.',
  'Too many encoders are connected. Try again in a minute.':
    'Hay demasiados codificadores conectados. Vuelve a intentarlo en un minuto.',
  'This stream key is not valid. Copy the current one from the control room.':
    'Esta clave de retransmisión no es válida. Copia la actual desde la sala de control.',
  'The stream key is missing. Copy it from the control room.':
    'Falta la clave de retransmisión. Cópiala desde la sala de control.',
  'This address only accepts streams. To watch, open the event page.':
    'Esta dirección solo acepta emisiones. Para ver el directo, abre la página del evento.',
} satisfies Sentences as Sentences;
