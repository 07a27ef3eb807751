import type en from '../en/pip.ts';
import type { Translated } from '../translated.ts';

export default {
  open: 'Imagen en imagen',
  close: 'Cerrar imagen en imagen',
  title: 'Escenario',
  noVideo: 'Todavía no hay imagen. Inténtalo cuando la cámara del escenario esté encendida.',
  failed: 'Tu navegador no abrió la ventana. Pulsa el botón otra vez.',
  muted: 'Tu micrófono está silenciado',
} satisfies Translated<typeof en>;
