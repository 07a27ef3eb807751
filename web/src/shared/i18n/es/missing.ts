import type en from '../en/missing.ts';
import type { Translated } from '../translated.ts';

export default {
  row: 'Fila 4, asiento 04',
  user: 'Perfil no encontrado',
  title: 'Este asiento no existe',
  text: 'Puede que la página haya cambiado de sitio, que el evento haya terminado o que el enlace esté incompleto.',
  live: 'Ver qué hay en directo',
  all: 'Ver todos los eventos',
} satisfies Translated<typeof en>;
