import type en from '../en/help.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Ayuda',
  heading: '¿Cómo podemos ayudarte?',
  search: 'Buscar en la ayuda',
  searchPlaceholder: 'Prueba “reembolso”',
  clear: 'Borrar búsqueda',
  found_one: '{{count}} respuesta para “{{text}}”',
  found_other: '{{count}} respuestas para “{{text}}”',
  none: 'No hay respuestas para “{{text}}”',
  noneText: 'Prueba con una palabra más sencilla o escríbenos. Esto es lo que más se pregunta:',
  questions: {
    refund: {
      title: '¿Cuándo me devuelven el dinero?',
      text: 'Recibes el reembolso completo, gastos incluidos, si quien organiza cancela o no aparece. Si se retrasa más de 10 minutos o aplaza el evento, puedes pedirlo en <tickets>Mis entradas</tickets>. En algunos eventos también puedes cancelar tu entrada; en ella verás hasta cuándo.',
    },
    refundTime: {
      title: '¿Cuánto tarda un reembolso?',
      text: 'Enviamos los reembolsos de inmediato a la tarjeta o al monedero con que pagaste. Los bancos suelen tardar de 5 a 10 días en mostrarlos. Puedes seguir un reembolso en <billing>Facturación</billing>.',
    },
    late: {
      title: 'Quien organiza llega tarde. ¿Qué hago?',
      text: 'Diez minutos después del comienzo puedes pedir el reembolso completo en <tickets>Mis entradas</tickets>. Si el evento no ha empezado al cabo de una hora, lo cancelamos y reembolsamos todas las entradas automáticamente.',
    },
    email: {
      title: 'No encuentro el correo de mi entrada',
      text: 'Mira en la carpeta de spam. Si tienes cuenta, tu entrada está en <tickets>Mis entradas</tickets>, y “Reenviar correo” en su página te la envía otra vez. ¿Compraste sin cuenta? Empieza a comprar una entrada con el mismo correo y te ofreceremos reenviar tu enlace de acceso.',
    },
    join: {
      title: '¿Cómo entro al evento?',
      text: 'Abre el evento o <tickets>Mis entradas</tickets>. El botón para entrar aparece 15 minutos antes del comienzo. Si compraste sin cuenta, usa el enlace del correo de tu entrada.',
    },
    stage: {
      title: '¿Cómo subo al escenario?',
      text: 'En los eventos interactivos, pulsa “Levantar la mano”. Cuando te den el turno, te preguntaremos antes de encender tu cámara y tu micrófono.',
    },
    device: {
      title: 'Mi cámara o mi micrófono no funciona',
      text: 'Permite que este sitio los use: selecciona el icono que hay junto a la barra de direcciones y recarga la página. Dentro de aplicaciones como Instagram o LinkedIn, abre primero la página en tu navegador.',
    },
    transfer: {
      title: '¿Puedo darle mi entrada a otra persona?',
      text: 'Sí, una vez. Abre la entrada en <tickets>Mis entradas</tickets> y elige “Transferir entrada”. La otra persona recibirá su propia entrada por correo.',
    },
    login: {
      title: 'No puedo iniciar sesión',
      text: 'En la <login>página de inicio de sesión</login>, elige “¿Has olvidado tu contraseña?” o “Enviarme un enlace”. Con la verificación en dos pasos, puedes escribir un código de recuperación en lugar del código de tu teléfono.',
    },
    become: {
      title: '¿Cómo puedo organizar eventos?',
      text: 'Elige “Convertirme en influencer” en el menú de tu cuenta. Revisamos tu solicitud y te escribimos. Después podrás publicar tu primer evento.',
    },
    payout: {
      title: '¿Cuándo cobran los anfitriones?',
      text: 'Los ingresos están disponibles 3 días después de que termine un evento. Pide un cobro desde tu <balance>saldo</balance> o activa los cobros semanales en <payouts>Métodos de cobro</payouts>.',
    },
    encoder: {
      title: '¿Cómo emito desde OBS?',
      text: 'Abre la sala de control de tu retransmisión. Ahí verás la dirección del servidor, tu clave de retransmisión y los ajustes para OBS.',
    },
  },
  contact: {
    title: 'Escríbenos',
    text: 'Una persona lee cada mensaje.',
    topic: '¿De qué se trata?',
    topics: {
      ticket: 'Una entrada',
      payment: 'Un pago o reembolso',
      account: 'Mi cuenta',
      hosting: 'Organizar eventos',
      room: 'Vídeo o chat',
      other: 'Otra cosa',
    },
    email: 'Correo electrónico',
    message: 'Mensaje',
    messagePlaceholder: '¿Qué ha pasado y cuándo?',
    messageMissing: 'Escribe un mensaje.',
    emailWrong: 'Escribe un correo electrónico válido, como tu@ejemplo.com.',
    send: 'Enviar mensaje',
    sent: 'Mensaje enviado',
    sentText: 'Gracias por escribir. Responderemos a {{email}}.',
    another: 'Enviar otro mensaje',
    support: 'Visitar nuestra página de soporte',
  },
} satisfies Translated<typeof en>;
