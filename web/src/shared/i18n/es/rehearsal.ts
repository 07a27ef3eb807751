import type en from '../en/rehearsal.ts';
import type { Translated } from '../translated.ts';

export default {
  label: 'Ensayo',
  text: 'Público simulado. Nadie más lo ve.',
  end: 'Terminar el ensayo',
  notHere: 'Esto no forma parte del ensayo.',
  health: 'Tu imagen se queda en este dispositivo',
  polls:
    'Las encuestas que prepares aquí desaparecen tras el ensayo. Prepara las de verdad en tu sala antes de entrar en directo.',
  say1: '¡Hola desde Lisboa!',
  say2: 'El sonido es genial.',
  say3: '¿Puedes repetirlo?',
  say4: 'Me encanta.',
  ask1: '¿Cuánto tardaste en aprender esto?',
  ask2: '¿Qué harías distinto hoy?',
  ask3: '¿Habrá otra noche?',
  hand1: '¿Por dónde empieza quien no sabe?',
  hand2: '¿Puedo enseñarte el mío?',
} satisfies Translated<typeof en>;
