import type { Sentences } from '../table-types.ts';

export default {
  'No ticket: {0}': 'Sin entrada: {0}',
  'You were removed from this event.': 'Te han expulsado de este evento.',
  'There’s no ticket for you': 'No hay entrada para ti',
  'You were removed from “{0}”, so you can’t get a ticket for it.':
    'Te han expulsado de “{0}”, así que no puedes conseguir una entrada.',
  'Nothing was charged.': 'No se ha cobrado nada.',
  'You received this email because someone asked for a ticket or a link with this email address. If it wasn’t you, ignore it.':
    'Recibes este correo porque alguien pidió una entrada o un enlace con esta dirección. Si no has sido tú, ignóralo.',
  'Your new join link: {0}': 'Tu nuevo enlace de acceso: {0}',
  'Use it to join the event.': 'Úsalo para entrar al evento.',
  'Your new join link': 'Tu nuevo enlace de acceso',
  'Here is your new link to join “{0}”.': 'Aquí tienes tu nuevo enlace para entrar a “{0}”.',
  'Go to the event': 'Ir al evento',
  'This link works once, so keep it to yourself.': 'Este enlace funciona una vez, así que no lo compartas.',
  'You received this email because someone requested a new link with this email address. If it wasn’t you, ignore it.':
    'Recibes este correo porque alguien pidió un enlace nuevo con esta dirección. Si no has sido tú, ignóralo.',
  'Hello {0}': 'Hola, {0}',
  Hello: 'Hola',
  'You received this email because you requested to become an influencer on Frontrow.':
    'Recibes este correo porque solicitaste ser influencer en Frontrow.',
  'You’re now an influencer': 'Ya eres influencer',
  'Publish your first event.': 'Publica tu primer evento.',
  'Your request was approved. You can publish your first event whenever you like.':
    'Tu solicitud está aprobada. Puedes publicar tu primer evento cuando quieras.',
  'Publish an event': 'Publicar un evento',
  'Your request to become an influencer': 'Tu solicitud para ser influencer',
  'We couldn’t approve it this time.': 'Esta vez no hemos podido aprobarla.',
  'We couldn’t approve your request this time, for this reason:':
    'Esta vez no hemos podido aprobar tu solicitud, por este motivo:',
  'You can request it again from your account menu.': 'Puedes solicitarlo otra vez desde el menú de tu cuenta.',
  'Confirm your email address': 'Confirma tu correo',
  'One tap completes your Frontrow account.': 'Un toque y tu cuenta de Frontrow está completa.',
  'Welcome to Frontrow. Please confirm that this is your email address and that your username is {0}.':
    'Te damos la bienvenida a Frontrow. Confirma que este es tu correo y que tu nombre de usuario es {0}.',
  'Confirm email address': 'Confirmar correo',
  'The link works once, for 24 hours. Tickets you bought as a guest with this email address then move to your account.':
    'El enlace funciona una vez, durante 24 horas. Después, las entradas que compraste sin cuenta con este correo pasan a tu cuenta.',
  'You received this email because someone created a Frontrow account with this email address. If it wasn’t you, or if you chose another username, ignore it.':
    'Recibes este correo porque alguien creó una cuenta de Frontrow con esta dirección. Si no has sido tú, o si elegiste otro nombre de usuario, ignóralo.',
  'You already have a Frontrow account': 'Ya tienes una cuenta de Frontrow',
  'Your username is {0}. Nothing in your account changed.':
    'Tu nombre de usuario es {0}. En tu cuenta no ha cambiado nada.',
  'Someone signed up with this email address. It already belongs to your account {0}, and nothing in it changed.':
    'Alguien se ha registrado con este correo. Ya pertenece a tu cuenta {0}, y en ella no ha cambiado nada.',
  'Log in': 'Iniciar sesión',
  'If you forgot your password, choose “Forgot your password?” on that page to reset it.':
    'Si has olvidado tu contraseña, elige “¿Has olvidado tu contraseña?” en esa página para cambiarla.',
  'If you signed up again yourself, merge the accounts: tickets and saved events of the new one move to the old one, and the new one is deleted.':
    'Si te has vuelto a registrar tú, une las cuentas: las entradas y los eventos guardados de la nueva pasan a la anterior, y la nueva se elimina.',
  'Merge accounts': 'Unir cuentas',
  'The link works once, for 24 hours.': 'El enlace funciona una vez, durante 24 horas.',
  'If it wasn’t you, ignore this email: no one can see or use your account.':
    'Si no has sido tú, ignora este correo: nadie puede ver ni usar tu cuenta.',
  'You received this email because it concerns the security of your Frontrow account.':
    'Recibes este correo porque afecta a la seguridad de tu cuenta de Frontrow.',
  'Reset your password': 'Cambia tu contraseña',
  'The link works once, for one hour.': 'El enlace funciona una vez, durante una hora.',
  'You asked to reset your password. Choosing a new one logs you out on all other devices.':
    'Has pedido cambiar tu contraseña. Al elegir una nueva se cierra la sesión en tus demás dispositivos.',
  'Choose a new password': 'Elegir una contraseña nueva',
  'If you didn’t ask for this, ignore this email. Your password won’t change.':
    'Si no lo has pedido tú, ignora este correo. Tu contraseña no cambiará.',
  'Your login link': 'Tu enlace para iniciar sesión',
  'The link works once, for 15 minutes.': 'El enlace funciona una vez, durante 15 minutos.',
  'Use this link to log in without a password.': 'Usa este enlace para iniciar sesión sin contraseña.',
  'Log in to Frontrow': 'Iniciar sesión en Frontrow',
  'If you didn’t ask for this, ignore this email. No one can log in without it.':
    'Si no lo has pedido tú, ignora este correo. Nadie puede iniciar sesión sin él.',
  'Confirm your new email address': 'Confirma tu correo nuevo',
  'One tap makes this the email address of your account.': 'Un toque y este será el correo de tu cuenta.',
  'You asked to use this email address for your Frontrow account.':
    'Has pedido usar este correo para tu cuenta de Frontrow.',
  'Use this email address': 'Usar este correo',
  'The link works once, for 24 hours. Nothing changes until you use it.':
    'El enlace funciona una vez, durante 24 horas. No cambia nada hasta que lo uses.',
  'If you didn’t ask for this, ignore this email.': 'Si no lo has pedido tú, ignora este correo.',
  'Your email address is about to change': 'Tu correo está a punto de cambiar',
  'Someone asked to change the email address of your account.': 'Alguien ha pedido cambiar el correo de tu cuenta.',
  'Someone asked to change the email address of your Frontrow account. The change takes effect when the link we sent to the new address is opened.':
    'Alguien ha pedido cambiar el correo de tu cuenta de Frontrow. El cambio se hace cuando se abra el enlace que hemos enviado al correo nuevo.',
  'If this wasn’t you, change your password now to stop it.':
    'Si no has sido tú, cambia tu contraseña ahora para impedirlo.',
  'Change your password': 'Cambiar tu contraseña',
  'Connect {0} to your account': 'Conecta {0} con tu cuenta',
  'The link works once, for one hour, in the browser where you started.':
    'El enlace funciona una vez, durante una hora, en el navegador en el que empezaste.',
  'Someone ({0} on {1}) continued with {2} and entered this email address, which already has a Frontrow account.':
    'Alguien ({0} en {1}) continuó con {2} y escribió este correo, que ya tiene una cuenta de Frontrow.',
  'Someone continued with {0} and entered this email address, which already has a Frontrow account.':
    'Alguien continuó con {0} y escribió este correo, que ya tiene una cuenta de Frontrow.',
  'If it was you, connect the two so that you can log in with {0}.':
    'Si has sido tú, conecta las dos para poder iniciar sesión con {0}.',
  'Connect {0}': 'Conectar {0}',
  'The link works once, for one hour, and only in the browser where you started.':
    'El enlace funciona una vez, durante una hora, y solo en el navegador en el que empezaste.',
  'If it wasn’t you, ignore this email. No one can log in without it.':
    'Si no has sido tú, ignora este correo. Nadie puede iniciar sesión sin él.',
  '{0} is connected': '{0} está conectado',
  'You can now log in with {0}.': 'Ya puedes iniciar sesión con {0}.',
  'An {0} account was just connected to your Frontrow account. Anyone with access to it can log in.':
    'Se acaba de conectar una cuenta de {0} a tu cuenta de Frontrow. Cualquiera con acceso a ella puede iniciar sesión.',
  'A {0} account was just connected to your Frontrow account. Anyone with access to it can log in.':
    'Se acaba de conectar una cuenta de {0} a tu cuenta de Frontrow. Cualquiera con acceso a ella puede iniciar sesión.',
  'If this wasn’t you, disconnect it and change your password now.':
    'Si no has sido tú, desconéctala y cambia tu contraseña ahora.',
  'Go to your profile': 'Ir a tu perfil',
  'Two-step login is on': 'Verificación en dos pasos activada',
  'Two-step login is off': 'Verificación en dos pasos desactivada',
  'You now need a code to log in.': 'Ahora necesitas un código para iniciar sesión.',
  'You no longer need a code to log in.': 'Ya no necesitas un código para iniciar sesión.',
  'From now on you need a code from your authenticator app to log in to Frontrow. Keep your recovery codes in a safe place.':
    'A partir de ahora necesitas un código de tu aplicación de autenticación para iniciar sesión en Frontrow. Guarda tus códigos de recuperación en un lugar seguro.',
  'You no longer need a code to log in to Frontrow.': 'Ya no necesitas un código para iniciar sesión en Frontrow.',
  'If this wasn’t you, change your password now.': 'Si no has sido tú, cambia tu contraseña ahora.',
  'A passkey was added': 'Se ha añadido una passkey',
  'A passkey was removed': 'Se ha eliminado una passkey',
  'You can now log in with a passkey.': 'Ya puedes iniciar sesión con una passkey.',
  'A passkey was just added to your Frontrow account. Anyone who can unlock it can log in without a password or a code.':
    'Se acaba de añadir una passkey a tu cuenta de Frontrow. Quien pueda desbloquearla puede iniciar sesión sin contraseña ni código.',
  'A passkey was just removed from your Frontrow account, and you were logged out on all other devices.':
    'Se acaba de eliminar una passkey de tu cuenta de Frontrow y se ha cerrado tu sesión en todos los demás dispositivos.',
  'If this wasn’t you, remove the passkey and change your password now.':
    'Si no has sido tú, elimina la passkey y cambia tu contraseña ahora.',
  'Your password was changed': 'Tu contraseña se ha cambiado',
  'You were logged out on all other devices.': 'Se ha cerrado la sesión en tus demás dispositivos.',
  'Your Frontrow password was just changed, and you were logged out on all other devices.':
    'Tu contraseña de Frontrow se acaba de cambiar y se ha cerrado la sesión en tus demás dispositivos.',
  'If this wasn’t you, choose “Forgot your password?” on the login page and reset it now.':
    'Si no has sido tú, elige “¿Has olvidado tu contraseña?” en la página de inicio de sesión y cámbiala ahora.',
  'Go to the login page': 'Ir al inicio de sesión',
  'We removed your review': 'Hemos eliminado tu reseña',
  'We’ve removed your review of {0}. It no longer counts toward the host’s rating, and you can’t review this event again.':
    'Hemos eliminado tu reseña de {0}. Ya no cuenta en la valoración del anfitrión y no puedes volver a reseñar este evento.',
  'Your review': 'Tu reseña',
  'A ticket': 'Una entrada',
  'A payment or refund': 'Un pago o reembolso',
  'An account': 'Una cuenta',
  Hosting: 'Organizar eventos',
  'Video or chat': 'Vídeo o chat',
  'Support request: {0}': 'Consulta para soporte: {0}',
  'New support request': 'Nueva consulta para soporte',
  About: 'Tema',
  From: 'De',
  Reply: 'Responder',
  'You’re receiving this email because you handle support for Frontrow.':
    'Recibes este correo porque te encargas del soporte de Frontrow.',
  'We removed your message': 'Hemos eliminado tu mensaje',
  'We’ve removed one of your messages from the chat of {0}. No one can read it anymore.':
    'Hemos eliminado uno de tus mensajes del chat de {0}. Nadie puede leerlo ya.',
  'Your message': 'Tu mensaje',
  'Your upcoming events are no longer listed, and their ticket sales have stopped. An event that was live has been cancelled and refunded. If you have an available balance, reply to this email about its payout; refunds and chargebacks may still be deducted.':
    'Tus próximos eventos ya no aparecen y su venta de entradas se ha detenido. Si había uno en directo, se ha cancelado y reembolsado. Si te queda saldo disponible, responde a este correo para cobrarlo; aún se pueden descontar reembolsos y contracargos.',
  'Your account is suspended': 'Tu cuenta está suspendida',
  'You can’t log in for now.': 'Por ahora no puedes iniciar sesión.',
  'We’ve suspended your Frontrow account. You’re logged out everywhere and can’t log in, buy tickets or publish events.':
    'Hemos suspendido tu cuenta de Frontrow. Tus sesiones están cerradas y no puedes iniciar sesión, comprar entradas ni publicar eventos.',
  'Refunds that are due to you are still paid. If you think this is a mistake, reply to this email.':
    'Los reembolsos que te correspondan se siguen pagando. Si crees que es un error, responde a este correo.',
  'Your account is active again': 'Tu cuenta vuelve a estar activa',
  'You can log in again.': 'Ya puedes iniciar sesión de nuevo.',
  'Your Frontrow account is no longer suspended. You can log in again.':
    'Tu cuenta de Frontrow ya no está suspendida. Puedes iniciar sesión de nuevo.',
  'Events that we unpublished because of the suspension are listed and on sale again.':
    'Los eventos que retiramos por la suspensión vuelven a aparecer y a estar a la venta.',
  'We logged you out everywhere': 'Hemos cerrado todas tus sesiones',
  'Please log in again.': 'Inicia sesión de nuevo.',
  'We ended all sessions of your Frontrow account. Please log in again on each device.':
    'Hemos cerrado todas las sesiones de tu cuenta de Frontrow. Inicia sesión de nuevo en cada dispositivo.',
  'If you don’t recognize a recent login, change your password.':
    'Si no reconoces un inicio de sesión reciente, cambia tu contraseña.',
  'Reason: {0}': 'Motivo: {0}',
  'Open Frontrow': 'Abrir Frontrow',
  'You receive this email because it concerns your Frontrow account.':
    'Recibes este correo porque afecta a tu cuenta de Frontrow.',
  'Receipt {0}': 'Recibo {0}',
  Receipt: 'Recibo',
  'Credit note': 'Nota de crédito',
  'Debit note': 'Nota de débito',
  Refunded: 'Reembolsado',
  'Amount reinstated': 'Importe restituido',
  'Total paid': 'Total pagado',
  'Total refunded': 'Total reembolsado',
  'Total reinstated': 'Total restituido',
  Issued: 'Emitido',
  Paid: 'Pagado',
  Order: 'Pedido',
  'Corrects receipt': 'Corrige el recibo',
  Refund: 'Reembolso',
  'Payment dispute': 'Disputa del pago',
  To: 'Facturado a',
  Ticket: 'Entrada',
  'Service fee': 'Gastos de gestión',
  'Sold by': 'Vendido por',
  For: 'Evento',
  'Event date': 'Fecha del evento',
  Price: 'Precio',
  Discount: 'Descuento',
  Fee: 'Gastos',
  'Includes sales tax': 'Incluye impuestos',
  'Includes sales tax ({0}%, {1})': 'Incluye impuestos ({0} %, {1})',
  'Tax ID {0}': 'Identificación fiscal {0}',
  'Not specified': 'Sin especificar',
  'My Frontrow tickets': 'Mis entradas de Frontrow',
  'Starts in 1 minute.': 'Empieza en 1 minuto.',
  'Starts in {0} minutes.': 'Empieza en {0} minutos.',
  'Live now. Tap to watch.': 'Ya en directo. Toca para verlo.',
  'Your meeting has started. Tap to join.': 'Tu reunión ha empezado. Toca para entrar.',
  'You’re next on stage. Get ready.': 'Te toca subir al escenario. Prepárate.',
  'Your seat opened up. We’re holding it for 15 minutes.': 'Hay una plaza para ti. Te la reservamos 15 minutos.',
  'Sold out. Every seat is taken.': 'Agotado. Todas las plazas están ocupadas.',
  'We’ve lost your encoder. Viewers see a still picture.':
    'Hemos perdido tu codificador. El público ve una imagen fija.',
  'With {0}. Join here: {1}': 'Con {0}. Entra aquí: {1}',
  'Notification settings': 'Ajustes de notificaciones',
  'You received this email because of something you did on Frontrow.':
    'Recibes este correo por algo que hiciste en Frontrow.',
  'Ticket {0}': 'Entrada {0}',
  'Your receipt: {0}': 'Tu recibo: {0}',
  'Open your receipt, or download it as a PDF.': 'Abre tu recibo o descárgalo en PDF.',
  'Your receipt': 'Tu recibo',
  'You can open your receipt, add your billing details and download it as a PDF.':
    'Puedes abrir tu recibo, añadir tus datos de facturación y descargarlo en PDF.',
  'Open receipt': 'Abrir recibo',
  'You received this email because someone asked us to resend the receipt of your Frontrow order.':
    'Recibes este correo porque alguien nos pidió reenviar el recibo de tu pedido de Frontrow.',
} satisfies Sentences;
