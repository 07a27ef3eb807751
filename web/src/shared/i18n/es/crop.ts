import type en from '../en/crop.ts';
import type { Translated } from '../translated.ts';

export default {
  select: 'Seleccionar un archivo',
  save: 'Guardar',
  zoom: 'Zoom',
  move: 'Imagen: usa las flechas del teclado para moverla',
  type: 'Solo se admiten imágenes JPG, PNG o WebP.',
  unreadable: 'No podemos leer esta imagen. Elige otra.',
} satisfies Translated<typeof en>;
