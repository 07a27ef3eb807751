import type en from '../en/landing-pages.ts';
import type { Translated } from '../translated.ts';

export default {
  talent: {
    title: 'Anfitriones por descubrir',
    heading: 'Gente que merece\nprimera fila.',
    text: 'Cocinan, tocan, enseñan y conversan en directo, en salas donde se te oye. Encuentra tu próximo favorito.',
    hosts: 'Anfitriones por descubrir',
    hostsLine: 'Los más nuevos primero. Elige uno para ver sus próximos eventos.',
    score: '{{score}} de 5',
    become: '¿Tienes algo que compartir?',
    becomeText: 'Conviértete en influencer y vende entradas para tus eventos en directo.',
    start: 'Empezar a organizar',
    none: 'Aún no hay anfitriones',
    noneText: 'Los nuevos anfitriones aparecerán aquí en cuanto lleguen.',
    seeAll: 'Ver todos los eventos',
  },
  wellness: {
    title: 'Bienestar',
    heading: 'Respira.\nTu plaza te espera.',
    text: 'Yoga, meditación, respiración y descanso, en directo y con alguien que te ve mientras practicas. Estés donde estés.',
    events: 'Próximos eventos',
    eventsLine: 'Todas las horas están en tu zona horaria.',
    none: 'Esta semana no hay eventos de bienestar',
    noneText: 'Vuelve pronto o mira todos los eventos.',
    seeAll: 'Ver todos los eventos',
  },
} satisfies Translated<typeof en>;
