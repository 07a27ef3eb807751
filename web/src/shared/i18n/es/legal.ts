import type en from '../en/legal.ts';
import type { Translated } from '../translated.ts';

export default {
  updated: 'Última actualización: 28 de noviembre de 2026',
  terms: {
    title: 'Condiciones del servicio',
    lead: 'Con Frontrow, los anfitriones venden entradas para eventos de vídeo en directo y tú puedes asistir a ellos. Estas son las reglas, en palabras sencillas.',
    account: {
      title: 'Tu cuenta',
      text: 'Usa tu nombre, tu fecha de nacimiento y tu correo electrónico reales, y no compartas tu contraseña. Puedes comprar una entrada sin cuenta; en ese caso, pertenece al correo electrónico que nos diste. Podemos cambiar los nombres de usuario que suplanten a otra persona.',
    },
    tickets: {
      title: 'Entradas y precios',
      text: 'El precio que ves al principio es todo lo que pagas: el precio de quien organiza más nuestros gastos de gestión. Te reservamos la plaza 10 minutos mientras pagas, y es tuya cuando se completa el pago. Una entrada da acceso a una persona en un dispositivo a la vez. Puedes cambiar de dispositivo cuando quieras.',
    },
    refunds: {
      title: 'Reembolsos',
      text: 'Recibes el reembolso completo, gastos incluidos, si quien organiza cancela, se retrasa más de 10 minutos o no aparece. Un evento se puede aplazar una vez, al menos 24 horas antes de que empiece. Si la nueva hora no te viene bien, también recibes el reembolso.',
    },
    hosts: {
      title: 'Anfitriones',
      text: 'Los anfitriones se comprometen a empezar a tiempo, a ser titulares de lo que muestran o tener permiso para usarlo, y a cumplir las leyes de su país y del tuyo. Les pagamos después de que se celebre el evento. Cancelar tarde o no aparecer baja su puntuación.',
    },
    rooms: {
      title: 'En la sala',
      text: 'Sé amable. Los anfitriones y sus admins pueden eliminar mensajes, bloquear a personas en el chat o pedirles que se vayan. Tu cámara y tu micrófono solo se encienden cuando tú lo decides. No grabes ni difundas a otras personas sin su permiso.',
    },
    liability: {
      title: 'Nuestra responsabilidad',
      text: 'Nosotros ponemos la plataforma; los anfitriones son responsables de sus eventos. Si nuestro servicio falla y te pierdes un evento que has pagado, te lo reembolsamos. Nada en estas condiciones limita los derechos que la ley te da como consumidor.',
    },
    changes: {
      title: 'Cambios en estas condiciones',
      text: 'Si estas condiciones cambian, te avisaremos por correo con al menos 30 días de antelación. Las entradas que ya tengas mantienen las condiciones con las que se compraron.',
    },
  },
  privacy: {
    title: 'Política de privacidad',
    lead: 'Recogemos lo necesario para venderte una entrada y celebrar el evento. Nunca vendemos tus datos.',
    what: {
      title: 'Qué recogemos',
      text: 'Tu nombre, tu nombre de usuario, tu correo electrónico y tu fecha de nacimiento; tus entradas y pedidos; los datos de facturación que nos das y los recibos que los muestran, que la ley nos obliga a conservar; tus mensajes del chat; y datos técnicos como tu navegador y la hora de cada solicitud. Nunca recibimos números de tarjeta: van directamente al proveedor de pago.',
    },
    why: {
      title: 'Por qué lo recogemos',
      text: 'Para darte lo que has comprado (entradas, salas, reembolsos), para cumplir obligaciones legales (facturas) y para proteger a las personas (bloqueos, denuncias). No creamos perfiles publicitarios.',
    },
    who: {
      title: 'Quién puede verlo',
      text: 'Si tienes una entrada, tu nombre visible y tu imagen aparecen en la página del evento, a la vista de todos. Tú eliges tu nombre visible y si apareces ahí en Perfil público, en el menú de tu cuenta; los anfitriones lo encuentran en el modo espectador. Quienes entran sin cuenta nunca aparecen. En la sala, quien organiza y el resto del público ven tu nombre de usuario y tu imagen. Las reseñas muestran a todos tu nombre visible. Solo quien organiza el evento puede ver tu correo electrónico, y solo mientras tengas una entrada. Los recibos se emiten en nombre del anfitrión al que compras, que puede abrirlos; muestran tus datos de facturación o, si no los hay, tu nombre. Los proveedores de pago y de correo reciben solo lo que necesitan. No compartimos tus datos con nadie más, salvo que lo ordene un tribunal.',
    },
    video: {
      title: 'Cámara y micrófono',
      text: 'Están apagados hasta que los enciendes, y solo funcionan mientras tienes el turno o se han abierto todos los micrófonos. Si el evento se graba, solo se te graba a ti si lo aceptas.',
    },
    long: {
      title: 'Cuánto tiempo lo conservamos',
      text: 'Los mensajes del chat y las grabaciones se eliminan 90 días después del evento; quien organiza puede eliminar antes una grabación. El chat de una reunión privada se conserva hasta que una de las dos personas cierra su cuenta. Quien organiza decide quién puede ver una grabación con su chat: quienes tienen entrada, quienes la compran o todo el mundo. Si todo el mundo puede verla, también puede ser un pódcast, y las apps de pódcast guardan copias. Conservamos los pedidos y las facturas el tiempo que exige la ley. Todo lo demás lo eliminamos cuando cierras tu cuenta.',
    },
    rights: {
      title: 'Tus derechos',
      text: 'Puedes consultar, corregir, exportar o eliminar tus datos, y reclamar ante tu autoridad de protección de datos. Al cerrar tu cuenta, la eliminación empieza de inmediato.',
    },
    counted: {
      title: 'Cómo contamos las visitas',
      text: 'Los anfitriones ven cuántas veces se han visto sus páginas y desde qué sitio o enlace etiquetado llegaron las visitas. Las contamos sin cookies ni terceros. Para contar a cada persona una vez al día, guardamos un hash de tu dirección IP, tu navegador y la página hasta que termina el día. Se calcula con un secreto que cambia a diario y se elimina junto con los hashes, de modo que nadie puede ser reconocido otro día ni seguido de una página a otra.',
    },
    cookies: {
      title: 'Cookies y almacenamiento local',
      text: 'No usamos cookies de seguimiento. Tu navegador guarda tu sesión, los colores elegidos y los dispositivos seleccionados, para que en tu próxima visita todo siga como lo dejaste. Cuando cambias algo, se guarda durante seis segundos una cookie sin datos personales para que todas las listas muestren el cambio de inmediato.',
    },
  },
} satisfies Translated<typeof en>;
