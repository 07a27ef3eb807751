import type en from '../en/reports.ts';
import type { Translated } from '../translated.ts';

export default {
  open: 'Denunciar',
  title: {
    event: 'Denunciar este evento',
    person: 'Denunciar a esta persona',
    review: 'Denunciar esta reseña',
    message: 'Denunciar este mensaje',
  },
  text: 'Nuestro equipo lo revisará. No diremos a nadie que lo has denunciado.',
  reason: '¿Qué ocurre?',
  reasons: {
    spam: 'Spam o publicidad',
    fraud: 'Estafa o evento falso',
    harassment: 'Acoso o intimidación',
    hate: 'Discurso de odio',
    sexual: 'Contenido sexual',
    violence: 'Violencia o amenazas',
    copyright: 'Usa la obra de otra persona',
    other: 'Otra cosa',
  },
  note: 'Cuéntanos más',
  noteOptional: 'Cuéntanos más (opcional)',
  send: 'Enviar denuncia',
  done: 'Gracias. Nuestro equipo lo revisará.',
} satisfies Translated<typeof en>;
