import type { Sentences } from '../table-types.ts';

export default {
  'Series pass': 'Abono',
  '{0} for {1} dates in one payment': '{0} por {1} fechas en un solo pago',
  'Pass discount': 'Descuento del abono',
  'Part of your series pass: you paid {0} for {1} dates in one payment.':
    'Forma parte de tu abono: pagaste {0} por {1} fechas en un solo pago.',
  'If a new time doesn’t work for you, you can get a full refund for it until 24 hours before the new start.':
    'Si una nueva hora no te va bien, puedes obtener el reembolso completo de esa fecha hasta 24 horas antes del nuevo comienzo.',
  'You’ll get a full refund for each of them, including the fee. There is nothing you need to do.':
    'Recibirás el reembolso completo de cada una, con la comisión incluida. No tienes que hacer nada.',
  'New times: {0}, {1} dates': 'Nuevas horas: {0}, {1} fechas',
  'Cancelled: {0}, {1} dates': 'Cancelado: {0}, {1} fechas',
  'Your tickets are still valid.': 'Tus entradas siguen siendo válidas.',
  '{0} cancelled {1} dates.': '{0} ha cancelado {1} fechas.',
  '{0} of your dates have new times': '{0} de tus fechas tienen nuevas horas',
  '{0} of your dates were cancelled': '{0} de tus fechas se han cancelado',
  '{0} rescheduled dates of “{1}”. Your tickets are still valid.':
    '{0} ha cambiado fechas de “{1}”. Tus entradas siguen siendo válidas.',
  '{0} had to cancel dates of “{1}”. We’re sorry.': '{0} ha tenido que cancelar fechas de “{1}”. Lo sentimos.',
  'Instead of {0}': 'En lugar de {0}',
  Cancelled: 'Cancelado',
  'You received this email because you have tickets for these dates.':
    'Recibes este correo porque tienes entradas para estas fechas.',
  'You received this email because you had tickets for these dates.':
    'Recibes este correo porque tenías entradas para estas fechas.',
  'See one more date of this series': 'Ver una fecha más de esta serie',
  'See {0} more dates of this series': 'Ver {0} fechas más de esta serie',
  'The meeting was cancelled, so you get a full refund.':
    'La reunión se canceló, así que te la reembolsamos por completo.',
  'The meeting had ended when your payment arrived, so you get a full refund.':
    'La reunión había terminado cuando llegó tu pago, así que te lo reembolsamos por completo.',
  'This meeting was already paid for when this payment arrived, so this payment is refunded in full.':
    'Esta reunión ya estaba pagada cuando llegó este pago, así que te lo reembolsamos por completo.',
  'Another payment for this meeting was open when this payment arrived, so this payment is refunded in full.':
    'Había otro pago abierto para esta reunión cuando llegó este pago, así que te lo reembolsamos por completo.',
  'The event was cancelled, so you get a full refund.':
    'El evento se canceló, así que te lo reembolsamos por completo.',
  'The host was late, so you get a full refund.':
    'El evento no empezó a tiempo, así que te lo reembolsamos por completo.',
  'We’ve refunded you in full.': 'Te hemos reembolsado por completo.',
  'Your payment dispute was settled, but your seat had already been sold, so you get a full refund.':
    'La disputa de tu pago se resolvió, pero tu plaza ya se había vendido, así que te lo reembolsamos por completo.',
  'The room had no space for you, so you get a full refund.':
    'No había sitio para ti en la sala, así que te lo reembolsamos por completo.',
  'We took the event off sale and you returned your ticket.':
    'Retiramos el evento de la venta y devolviste tu entrada.',
  'The event was rescheduled and you returned your ticket.': 'El evento se aplazó y devolviste tu entrada.',
  'Your payment arrived after your hold expired and the seat was no longer available, so you get a full refund.':
    'Tu pago llegó cuando tu reserva ya había caducado y la plaza no estaba disponible, así que te lo reembolsamos por completo.',
  'You already had a ticket for this event when this payment arrived. You keep that ticket, and this payment is refunded in full.':
    'Ya tenías una entrada para este evento cuando llegó este pago. Conservas esa entrada y te reembolsamos este pago por completo.',
  'Your order was already paid when this payment arrived, so this payment is refunded in full.':
    'Tu pedido ya estaba pagado cuando llegó este pago, así que te lo reembolsamos por completo.',
  'You returned your replay ticket, so you get a full refund.':
    'Devolviste tu entrada para la grabación, así que te la reembolsamos por completo.',
  'The replay is no longer available, so you get a full refund.':
    'La grabación se eliminó, así que te la reembolsamos por completo.',
  'The event had ended when your payment arrived, so you get a full refund.':
    'El evento había terminado cuando llegó tu pago, así que te lo reembolsamos por completo.',
  'The meeting was due to start before your payment arrived, so you get a full refund.':
    'Tu pago llegó después de la hora de comienzo de la reunión, así que te lo reembolsamos por completo.',
  'The host didn’t join, so you get a full refund.':
    'Quien organiza no se conectó, así que te lo reembolsamos por completo.',
  'The ticket was cancelled under the host’s cancellation policy.':
    'La entrada se canceló según las condiciones de cancelación del evento.',
  'You got this ticket with your other account while we were merging it into this one, so the ticket could not be moved. You get a full refund.':
    'Conseguiste esta entrada con tu otra cuenta mientras la uníamos a esta, así que no se pudo pasar. Te la reembolsamos por completo.',
  'We’ve refunded part of your payment.': 'Te hemos reembolsado parte de tu pago.',
  'Your order could not be completed, so you get a full refund.':
    'Tu pedido no se pudo completar, así que te lo reembolsamos por completo.',
  '{0} had to cancel the event.': '{0} ha tenido que cancelar el evento.',
  '{0} didn’t start the event.': '{0} no empezó el evento.',
  'Frontrow cancelled the event.': 'Frontrow canceló el evento.',
  'Cancelled: {0}': 'Cancelado: {0}',
  'You’ll get a full refund.': 'Te lo reembolsamos por completo.',
  'The event was cancelled.': 'El evento se ha cancelado.',
  'This event was cancelled': 'Este evento se ha cancelado',
  '{0} We’re sorry.': '{0} Lo sentimos.',
  When: 'Cuándo',
  'You’ll get a full refund, including the fee. There is nothing you need to do.':
    'Te lo reembolsamos por completo, gastos incluidos. No tienes que hacer nada.',
  'Find another event': 'Buscar otro evento',
  'You received this email because you had a ticket for this event.':
    'Recibes este correo porque tenías una entrada para este evento.',
  'New time: {0}': 'Nueva hora: {0}',
  'Your event has a new time': 'Tu evento tiene una nueva hora',
  '{0} rescheduled “{1}”. Your ticket is still valid.': '{0} ha aplazado “{1}”. Tu entrada sigue siendo válida.',
  'New time': 'Nueva hora',
  'Old time': 'Hora anterior',
  'If the new time doesn’t work for you, you can get a full refund until 24 hours before the new start.':
    'Si la nueva hora no te viene bien, puedes pedir el reembolso completo hasta 24 horas antes del nuevo comienzo.',
  'See the event': 'Ver el evento',
  'You received this email because you have a ticket for this event.':
    'Recibes este correo porque tienes una entrada para este evento.',
  'No longer on sale: {0}': 'Ya no está a la venta: {0}',
  'Your ticket is still valid.': 'Tu entrada sigue siendo válida.',
  'This event is no longer on sale': 'Este evento ya no está a la venta',
  'We’ve taken this event off our pages while we look into it. Your ticket is still valid. If the event doesn’t take place, we’ll let you know and return your money automatically.':
    'Hemos quitado este evento de nuestras páginas mientras lo revisamos. Tu entrada sigue siendo válida. Si el evento no se celebra, te avisaremos y te devolveremos el dinero automáticamente.',
  'If you’d rather not wait, you can get a full refund, including fees, until the event goes live. Open your ticket and choose “Refund”.':
    'Si prefieres no esperar, puedes pedir el reembolso completo, gastos incluidos, hasta que empiece el directo. Abre tu entrada y elige “Reembolso”.',
  'If you’d rather not wait, you can return your ticket until the event goes live.':
    'Si prefieres no esperar, puedes devolver tu entrada hasta que empiece el directo.',
  'You receive this email because you have a ticket for this event.':
    'Recibes este correo porque tienes una entrada para este evento.',
  'Published again: {0}': 'Publicado de nuevo: {0}',
  'We unpublished your event: {0}': 'Hemos retirado tu evento: {0}',
  'It is listed and on sale again.': 'Vuelve a aparecer y a estar a la venta.',
  'It is no longer listed, and sales have stopped.': 'Ya no aparece y la venta se ha detenido.',
  'Your event is published again': 'Tu evento está publicado de nuevo',
  'Your event is unpublished': 'Tu evento está retirado',
  'It is listed again.': 'Vuelve a aparecer.',
  'It is listed again, and tickets are on sale.': 'Vuelve a aparecer y las entradas están a la venta.',
  'It is listed again, and tickets go on sale {0}.': 'Vuelve a aparecer, y las entradas salen a la venta el {0}.',
  'It is no longer listed, and ticket sales have stopped. Tickets you’ve sold stay valid, and their holders can get a refund until the event goes live.':
    'Ya no aparece y la venta de entradas se ha detenido. Las entradas vendidas siguen siendo válidas y sus titulares pueden pedir el reembolso hasta que empiece el directo.',
  'If you think this is a mistake, reply to this email.': 'Si crees que es un error, responde a este correo.',
  'You receive this email because you host this event.': 'Recibes este correo porque organizas este evento.',
  'We took your replay down: {0}': 'Hemos bloqueado tu grabación: {0}',
  'Your replay is back: {0}': 'Tu grabación vuelve a estar disponible: {0}',
  'No one can watch or buy it.': 'Nadie puede verla ni comprarla.',
  'People with a ticket can watch it again.': 'Quienes tienen entrada pueden verla de nuevo.',
  'Your replay was taken down': 'Tu grabación está bloqueada',
  'Your replay is back': 'Tu grabación vuelve a estar disponible',
  'We restored the replay of your event. Its sale has ended. To sell it again, choose a price on the replay’s page.':
    'Hemos restablecido la grabación de tu evento. Su venta ha terminado. Para volver a venderla, elige un precio en la página de la grabación.',
  'No one can watch or buy the replay of your event. Everyone who bought it in the last 14 days is refunded.':
    'Nadie puede ver ni comprar la grabación de tu evento. Quienes la compraron en los últimos 14 días reciben el reembolso.',
  'Open the replay': 'Abrir la grabación',
  'Your refund of {0}: {1}': 'Tu reembolso de {0}: {1}',
  'We’ve refunded {0}.': 'Te hemos reembolsado {0}.',
  'Your refund is on its way': 'Tu reembolso está en camino',
  'Your ticket is no longer valid.': 'Tu entrada ya no es válida.',
  'You received this email because a Frontrow ticket was bought with this email address.':
    'Recibes este correo porque se compró una entrada de Frontrow con esta dirección.',
  'We couldn’t refund your original payment method, so we paid you another way: {0}.':
    'No hemos podido devolver el importe a tu método de pago, así que te lo hemos pagado de otra forma: {0}.',
  'We’ve refunded your original payment method. It usually takes 5 to 10 days to appear.':
    'Hemos devuelto el importe a tu método de pago. Suele tardar de 5 a 10 días en aparecer.',
  'A buyer was refunded: {0}': 'Reembolso a quien compró: {0}',
  '{0} of the price was refunded.': 'Se han reembolsado {0} del precio.',
  'A buyer was refunded': 'Hemos reembolsado una compra',
  'Frontrow refunded {0} of the price to a buyer. It is deducted from your earnings for this event. ':
    'Frontrow ha reembolsado {0} del precio a quien compró una entrada. Se descuenta de tus ingresos por este evento. ',
  'The seat is available again.': 'La plaza vuelve a estar disponible.',
  'The buyer keeps the ticket.': 'Quien la compró conserva la entrada.',
  'Your ticket was refunded: {0}': 'Tu entrada se ha reembolsado: {0}',
  'The buyer was refunded.': 'El reembolso es para quien la compró.',
  'Your ticket was refunded': 'Tu entrada se ha reembolsado',
  'This ticket was transferred to you. It is no longer valid, and the buyer was refunded.':
    'Esta entrada te la transfirieron. Ya no es válida y el reembolso es para quien la compró.',
  'You received this email because a Frontrow ticket was transferred to this email address.':
    'Recibes este correo porque se transfirió una entrada de Frontrow a esta dirección.',
  'You returned your ticket: {0}': 'Has devuelto tu entrada: {0}',
  'You returned your ticket': 'Has devuelto tu entrada',
  'Your ticket is no longer valid, and your seat is available to someone else.':
    'Tu entrada ya no es válida y tu plaza queda libre para otra persona.',
  'If you didn’t do this, change your password and contact us.':
    'Si no lo has hecho tú, cambia tu contraseña y escríbenos.',
  'You received this email because you returned a ticket on Frontrow.':
    'Recibes este correo porque devolviste una entrada en Frontrow.',
  'Your ticket is no longer valid: {0}': 'Tu entrada ya no es válida: {0}',
  'Your seat is available to someone else.': 'Tu plaza queda libre para otra persona.',
  'Your wallet no longer holds the token that this event requires, so your seat is available to someone else.':
    'Tu monedero ya no tiene el token que pide este evento, así que tu plaza queda libre para otra persona.',
  'Frontrow cancelled your ticket, and your seat is available to someone else. You paid nothing for it.':
    'Frontrow ha cancelado tu entrada y tu plaza queda libre para otra persona. No habías pagado nada por ella.',
  'You received this email because you had a ticket on Frontrow.':
    'Recibes este correo porque tenías una entrada en Frontrow.',
  'Coming up': 'Se acerca',
  'Your event is coming up': 'Tu evento se acerca',
  'Starts soon': 'Empieza pronto',
  'Your event starts soon': 'Tu evento empieza pronto',
  'Live now': 'En directo',
  'Your event is live': 'Tu evento está en directo',
  'Watch now': 'Ver ahora',
  '{0} is live.': '{0} está en directo.',
  Started: 'Empezó',
  Starts: 'Empieza',
  Host: 'Organiza',
  'Turn off reminders': 'Desactivar recordatorios',
  'You received this reminder because you have a ticket for this event. If you turn reminders off, we’ll still email you about changes, cancellations and refunds.':
    'Recibes este recordatorio porque tienes una entrada para este evento. Si los desactivas, seguiremos escribiéndote sobre cambios, cancelaciones y reembolsos.',
  With: 'Con',
  'You received this email because you have a private meeting on Frontrow.':
    'Recibes este correo porque tienes una reunión privada en Frontrow.',
  'Your meeting with {0} is not paid yet': 'Tu reunión con {0} aún no está pagada',
  'The meeting with {0} is not paid yet': 'La reunión con {0} aún no está pagada',
  'Your meeting with {0} starts in an hour': 'Tu reunión con {0} empieza en una hora',
  'Go to the room': 'Ir a la sala',
  'Your meeting with {0} is tomorrow': 'Tu reunión con {0} es mañana',
  'We’re holding the time for you. If the meeting isn’t paid by {0}, {1} can cancel it.':
    'Te reservamos la hora. Si la reunión no está pagada antes del {0}, {1} puede cancelarla.',
  'We’re holding the time for {0}. If the meeting isn’t paid by {1}, you can cancel it.':
    'Reservamos la hora para {0}. Si la reunión no está pagada antes del {1}, puedes cancelarla.',
  'You transferred your ticket: {0}': 'Has transferido tu entrada: {0}',
  'Your ticket and its code no longer work.': 'Tu entrada y su código ya no funcionan.',
  'Your ticket has a new holder': 'Tu entrada tiene nuevo titular',
  'Your ticket and its code no longer work. We’ve emailed the new holder their own ticket. This can’t be undone.':
    'Tu entrada y su código ya no funcionan. Hemos enviado por correo su propia entrada a la otra persona. No se puede deshacer.',
  'If the ticket is refunded, the buyer gets the refund and we’ll email you.':
    'Si la entrada se reembolsa, el dinero es para quien la compró y te escribiremos.',
  'If this wasn’t you, change your password now and contact us.':
    'Si no has sido tú, cambia tu contraseña ahora y escríbenos.',
  'You received this email because a Frontrow ticket was transferred from this email address.':
    'Recibes este correo porque se transfirió una entrada de Frontrow desde esta dirección.',
  'Your free ticket was cancelled: {0}': 'Tu entrada gratis se ha cancelado: {0}',
  'It could not be moved to your account.': 'No se pudo pasar a tu cuenta.',
  'Your free ticket was cancelled': 'Tu entrada gratis se ha cancelado',
  'You got this ticket with your other account while we were merging it into this one, so the ticket could not be moved. Its seat is available again.':
    'Conseguiste esta entrada con tu otra cuenta mientras la uníamos a esta, así que no se pudo pasar. Su plaza vuelve a estar disponible.',
  'You received this email because a Frontrow ticket was booked with this email address.':
    'Recibes este correo porque se reservó una entrada de Frontrow con esta dirección.',
  'Your ticket was withdrawn: {0}': 'Tu entrada se ha anulado: {0}',
  '{0} withdrew your complimentary ticket.': '{0} ha anulado tu entrada de cortesía.',
  'Your ticket was withdrawn': 'Tu entrada se ha anulado',
  '{0} withdrew your complimentary ticket for this event. It is no longer valid for entry.':
    '{0} ha anulado tu entrada de cortesía para este evento. Ya no vale para entrar.',
  'You received this email because a host gave you a ticket on Frontrow.':
    'Recibes este correo porque alguien te dio una entrada en Frontrow.',
  'You’re a guest speaker': 'Participas como ponente',
  '{0} invited you as a guest speaker.': '{0} te invita como ponente.',
  '{0} invited you to this event as a guest speaker, {1}.': '{0} te invita a este evento como ponente, {1}.',
  'You go on stage without raising a hand. Your camera and microphone stay off until you turn them on.':
    'Subes al escenario sin levantar la mano. Tu cámara y tu micrófono siguen apagados hasta que los enciendas.',
  'You’re a co-host': 'Participas como coanfitrión',
  '{0} invited you as a co-host.': '{0} te invita como coanfitrión.',
  '{0} invited you to this event as a co-host, {1}.': '{0} te invita a este evento como coanfitrión, {1}.',
  'You run the room with the host: hands, chat, questions and polls. You can also go on stage.':
    'Llevas la sala con quien organiza: manos, chat, preguntas y encuestas. También puedes subir al escenario.',
  'The room opens for you {0} minutes before the start, so that you can check camera and sound before the audience comes in.':
    'La sala se abre para ti {0} minutos antes del comienzo, para que compruebes cámara y sonido antes de que entre el público.',
  'You received this email because a host invited you to speak at an event on Frontrow.':
    'Recibes este correo porque te han invitado a participar en un evento en Frontrow.',
  'Your ticket: {0}': 'Tu entrada: {0}',
  'Watch it whenever you like.': 'Mírala cuando quieras.',
  'Your replay is ready': 'Tu grabación está lista',
  'You’re in!': '¡Ya estás dentro!',
  'This ticket was transferred to you. Only you can use it now.':
    'Esta entrada te la han transferido. Ahora solo puedes usarla tú.',
  '{0} invited you with a complimentary ticket.': '{0} te invita con una entrada de cortesía.',
  'This link is only for you and works once, even if you’re logged out. You can request a new one from the same page.':
    'Este enlace es solo para ti y funciona una vez, aunque no hayas iniciado sesión. Puedes pedir uno nuevo en la misma página.',
  'Your ticket code. Open the link in this email when doors open.':
    'El código de tu entrada. Abre el enlace de este correo cuando se abran las puertas.',
  'Get your receipt': 'Obtener tu recibo',
  'Open the ticket': 'Abrir la entrada',
  'Watch the replay': 'Ver la grabación',
  'Join the event': 'Entrar al evento',
  'You can get a full refund within 14 days, as long as you’ve watched less than 10% of the replay.':
    'Puedes pedir el reembolso completo en 14 días, si has visto menos del 10 % de la grabación.',
  'You can get a full refund if the host cancels, is more than 10 minutes late, or doesn’t show up.':
    'Puedes pedir el reembolso completo si quien organiza cancela, se retrasa más de 10 minutos o no aparece.',
  'You received this email because {0} gave you a ticket on Frontrow.':
    'Recibes este correo porque {0} te dio una entrada en Frontrow.',
  Seat: 'Asiento',
  Free: 'Gratis',
  'Sold out': 'Agotado',
  '{0} of {1} seat left': 'Queda {0} plaza de {1}',
  '{0} of {1} seats left': 'Quedan {0} de {1} plazas',
  'This event was cancelled.': 'Este evento se ha cancelado.',
  'This event has finished.': 'Este evento ha terminado.',
  'Tickets are not on sale.': 'Las entradas no están a la venta.',
  'Tickets go on sale {0}': 'Las entradas salen a la venta el {0}',
  'Token holders': 'Para titulares de tokens',
  'View event': 'Ver evento',
  'Join the waitlist': 'Apuntarme a la lista de espera',
  'Get your seat': 'Conseguir plaza',
  'Buy ticket': 'Comprar entrada',
  'Unlisted event': 'Evento no listado',
  'Event not found': 'Evento no encontrado',
  'Sorry, we could not find that event.': 'No hemos encontrado este evento.',
} satisfies Sentences;
