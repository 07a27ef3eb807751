import type { Sentences } from '../table-types.ts';

export default {
  '{0} answered 410 Gone, which means that it wants no more webhooks.':
    '{0} respondió 410 Gone, es decir, no quiere más webhooks.',
  '{0} has not accepted a webhook for three days.': '{0} no ha aceptado ningún webhook durante tres días.',
  'We disabled a webhook endpoint': 'Hemos desactivado un endpoint de webhook',
  '{0} We stopped sending to it.': '{0} Hemos dejado de enviarle mensajes.',
  'Once it works again, enable it and resend what it missed from the delivery log. We keep the log for 30 days.':
    'Cuando vuelva a funcionar, actívalo y reenvía lo que se perdió desde el registro de entregas. Conservamos el registro 30 días.',
  'Open delivery log': 'Abrir registro de entregas',
  'You received this email because you added this endpoint to your Frontrow account.':
    'Recibes este correo porque añadiste este endpoint a tu cuenta de Frontrow.',
  'An event was reported.': 'Se ha denunciado un evento.',
  'A person was reported.': 'Se ha denunciado a una persona.',
  'A review was reported.': 'Se ha denunciado una reseña.',
  'A chat message was reported.': 'Se ha denunciado un mensaje del chat.',
  'New report: {0}': 'Nueva denuncia: {0}',
  'New report': 'Nueva denuncia',
  Who: 'Quién',
  Event: 'Evento',
  Reason: 'Motivo',
  'Open reports': 'Abrir denuncias',
  'You receive this email because you are an app admin of Frontrow.':
    'Recibes este correo porque eres admin de Frontrow.',
  'Your bank or PayPal told us that you dispute the {0} you paid for this ticket. Until they decide, the ticket is not valid and cannot be refunded. If you didn’t mean to, ask them to withdraw the dispute: your ticket then becomes valid again.':
    'Tu banco o PayPal nos ha comunicado que disputas el pago de {0} de esta entrada. Hasta que decidan, la entrada no es válida ni se puede reembolsar. Si no era tu intención, pídeles que retiren la disputa: tu entrada volverá a ser válida.',
  'Your bank or PayPal refunded you {0}, so your ticket for this event is no longer valid.':
    'Tu banco o PayPal te ha devuelto {0}, así que tu entrada para este evento ya no es válida.',
  'A buyer’s bank has reversed a payment. Submit evidence in the payment provider’s dashboard; without it, the bank decides for the buyer.':
    'El banco de quien compró ha revertido un pago. Envía las pruebas en el panel del proveedor de pagos; sin ellas, el banco decidirá en nuestra contra.',
  'A buyer’s bank has reversed a payment. Submit evidence in the payment provider’s dashboard before it’s due; without it, the bank decides for the buyer.':
    'El banco de quien compró ha revertido un pago. Envía las pruebas en el panel del proveedor de pagos antes de la fecha límite; sin ellas, el banco decidirá en nuestra contra.',
  'New dispute: {0}': 'Nueva disputa: {0}',
  'New dispute': 'Nueva disputa',
  Amount: 'Importe',
  'Evidence due': 'Fecha límite de las pruebas',
  'Open the order': 'Abrir el pedido',
  'A payment is disputed': 'Hay un pago en disputa',
  'A buyer’s bank has opened a chargeback. Until it decides, your share of {0} is frozen and the ticket is not valid. We respond to the bank; there is nothing you need to do.':
    'El banco de quien compró ha abierto un contracargo. Hasta que decida, tu parte de {0} queda retenida y la entrada no es válida. Nosotros respondemos al banco; tú no tienes que hacer nada.',
  'A buyer’s bank has opened a chargeback. The event was cancelled, so nothing is due to you. We respond to the bank; there is nothing you need to do.':
    'El banco de quien compró ha abierto un contracargo. El evento se canceló, así que no te corresponde nada. Nosotros respondemos al banco; tú no tienes que hacer nada.',
  'The dispute was won': 'Disputa ganada',
  'The bank decided in your favor. Your share of {0} is no longer frozen.':
    'El banco ha decidido a tu favor. Tu parte de {0} ya no está retenida.',
  'The bank decided in your favor. The buyer gets a refund for this ticket, so nothing is due to you.':
    'El banco ha decidido a tu favor. Esta entrada se reembolsa, así que no te corresponde nada.',
  'The dispute was lost': 'Disputa perdida',
  'The bank refunded the buyer. Your share of {0} was deducted from your balance; we cover our fee and the costs of the dispute.':
    'El banco ha devuelto el dinero a quien compró. Hemos descontado de tu saldo tu parte de {0}; nosotros asumimos nuestros gastos y el coste de la disputa.',
  'The bank refunded the buyer. The event was cancelled, so nothing is due to you; we cover our fee and the costs of the dispute.':
    'El banco ha devuelto el dinero a quien compró. El evento se canceló, así que no te corresponde nada; nosotros asumimos nuestros gastos y el coste de la disputa.',
  'You received this email because you host this event on Frontrow.':
    'Recibes este correo porque organizas este evento en Frontrow.',
  'The viewer’s bank has opened a chargeback. The meeting was cancelled, so nothing is due to you. We respond to the bank; there is nothing you need to do.':
    'El banco de la otra persona ha abierto un contracargo. La reunión se canceló, así que no te corresponde nada. Nosotros respondemos al banco; tú no tienes que hacer nada.',
  'The viewer’s bank has opened a chargeback. Until it decides, your share of {0} is frozen. We respond to the bank; there is nothing you need to do.':
    'El banco de la otra persona ha abierto un contracargo. Hasta que decida, tu parte de {0} queda retenida. Nosotros respondemos al banco; tú no tienes que hacer nada.',
  'The bank decided in your favor. The viewer gets a refund for this meeting, so nothing is due to you.':
    'El banco ha decidido a tu favor. La reunión se reembolsa, así que no te corresponde nada.',
  'The bank refunded the viewer. The meeting was cancelled, so nothing is due to you; we cover our fee and the costs of the dispute.':
    'El banco ha devuelto el dinero a la otra persona. La reunión se canceló, así que no te corresponde nada; nosotros asumimos nuestros gastos y el coste de la disputa.',
  'The bank refunded the viewer. Your share of {0} was deducted from your balance; we cover our fee and the costs of the dispute.':
    'El banco ha devuelto el dinero a la otra persona. Hemos descontado de tu saldo tu parte de {0}; nosotros asumimos nuestros gastos y el coste de la disputa.',
  'Your payment is disputed': 'Tu pago está en disputa',
  'Your bank or PayPal told us that you dispute the {0} you paid for this meeting, so it was cancelled. Until they decide, it cannot be refunded. If you withdraw the dispute or lose it, we’ll refund you automatically.':
    'Tu banco o PayPal nos ha comunicado que disputas el pago de {0} de esta reunión, así que se canceló. Hasta que decidan, el pago no se puede reembolsar. Si retiras la disputa o la pierdes, te lo reembolsaremos automáticamente.',
  'Your bank or PayPal told us that you dispute the {0} you paid for this meeting. Until they decide, it cannot be refunded. If you didn’t mean to, ask them to withdraw the dispute.':
    'Tu banco o PayPal nos ha comunicado que disputas el pago de {0} de esta reunión. Hasta que decidan, no se puede reembolsar. Si no era tu intención, pídeles que retiren la disputa.',
  'The dispute is settled': 'La disputa está resuelta',
  'Your payment of {0} for this meeting stands. There is nothing you need to do.':
    'Tu pago de {0} por esta reunión sigue en pie. No tienes que hacer nada.',
  'Your bank or PayPal refunded you {0} for this meeting.': 'Tu banco o PayPal te ha devuelto {0} por esta reunión.',
  'Frontrow refunded {0} of the price to the viewer. It is deducted from your earnings for this meeting.':
    'Frontrow ha reembolsado {0} del precio a la otra persona. Se descuenta de tus ingresos por esta reunión.',
  'Your ticket is on hold': 'Tu entrada está en suspenso',
  'The buyer’s bank has disputed the {0} paid for this ticket. Until it decides, the ticket is not valid and cannot be refunded.':
    'El banco de quien compró esta entrada disputa el pago de {0}. Hasta que decida, la entrada no es válida ni se puede reembolsar.',
  'Your ticket is valid again': 'Tu entrada vuelve a ser válida',
  'The dispute is settled. You have the same ticket as before, with the same code.':
    'La disputa está resuelta. Tienes la misma entrada que antes, con el mismo código.',
  'Your ticket is no longer valid': 'Tu entrada ya no es válida',
  'The bank refunded {0} to the buyer, so the ticket for this event is no longer valid.':
    'El banco ha devuelto {0} a quien compró, así que la entrada para este evento ya no es válida.',
  'You received this email because a Frontrow ticket was bought with or for this email address.':
    'Recibes este correo porque se compró una entrada de Frontrow con esta dirección o para ella.',
  'See the event page': 'Ver la página del evento',
  'You wrote:': 'Tu mensaje:',
  '{0} wrote:': 'Mensaje de {0}:',
  Length: 'Duración',
  '{0} minutes': '{0} minutos',
  'You received this email because you offer private meetings on Frontrow.':
    'Recibes este correo porque ofreces reuniones privadas en Frontrow.',
  'You received this email because you requested a private meeting on Frontrow.':
    'Recibes este correo porque pediste una reunión privada en Frontrow.',
  'Private meeting with {0}': 'Reunión privada con {0}',
  '{0} can’t hold your meeting right now': '{0} no puede celebrar tu reunión por ahora',
  'If it doesn’t take place, we’ll automatically refund you in full, including the fee. If you’d rather not wait, you can cancel for a full refund while {0} can’t hold it.':
    'Si no se celebra, te la reembolsaremos automáticamente por completo, incluida la comisión. Si prefieres no esperar, puedes cancelarla y recibir el reembolso completo mientras {0} no pueda celebrarla.',
  'If it doesn’t take place, we’ll let you know. If you’d rather not wait, you can cancel it.':
    'Si no se celebra, te avisaremos. Si prefieres no esperar, puedes cancelarla.',
  'You haven’t been charged, and the meeting can’t be paid for now. If that doesn’t change in time, your request expires and you pay nothing. You can also cancel it.':
    'No se te ha cobrado nada y por ahora no se puede pagar la reunión. Si eso no cambia a tiempo, tu solicitud caduca y no pagas nada. También puedes cancelarla.',
  'This meeting is free.': 'Esta reunión es gratis.',
  'Ticket fee': 'Gastos de gestión',
  Total: 'Total',
  'See your request': 'Ver tu solicitud',
  'You requested a meeting with {0}': 'Has pedido una reunión con {0}',
  '{0} can accept, propose a change, or decline. You pay nothing until {1} accepts.':
    '{0} puede aceptar, proponer un cambio o rechazar. No pagas nada hasta que {1} acepte.',
  '{0} proposed a change': '{0} ha propuesto un cambio',
  'Accept the proposal or cancel your request. You pay nothing until you accept.':
    'Acepta la propuesta o cancela tu solicitud. No pagas nada hasta que aceptes.',
  'See the proposal': 'Ver la propuesta',
  '{0} accepted your request': '{0} ha aceptado tu solicitud',
  'You accepted {0}’s proposal': 'Has aceptado la propuesta de {0}',
  'We’re holding the time for you. Pay to confirm the meeting.':
    'Te reservamos la hora. Paga para confirmar la reunión.',
  'We’re holding the time for you. Pay by {0} to confirm the meeting.':
    'Te reservamos la hora. Paga antes del {0} para confirmar la reunión.',
  'Pay for your meeting': 'Pagar tu reunión',
  'Your meeting with {0} is confirmed': 'Tu reunión con {0} está confirmada',
  'The room opens 10 minutes before the start. Join from your request.':
    'La sala se abre 10 minutos antes del comienzo. Entra desde tu solicitud.',
  'See your meeting': 'Ver tu reunión',
  '{0} declined your request': '{0} ha rechazado tu solicitud',
  'You weren’t charged. You can request another time.': 'No se te ha cobrado nada. Puedes pedir otra hora.',
  'You cancelled your meeting with {0}': 'Has cancelado tu reunión con {0}',
  '{0} cancelled your meeting': '{0} ha cancelado tu reunión',
  'Your meeting with {0} was cancelled': 'Tu reunión con {0} se ha cancelado',
  'Your request to {0} expired': 'Tu solicitud a {0} ha caducado',
  'The meeting wasn’t paid in time, so the time is available again.':
    'La reunión no se pagó a tiempo, así que la hora vuelve a estar disponible.',
  'It wasn’t accepted before the requested time. You can request another time.':
    'No se aceptó antes de la hora pedida. Puedes pedir otra hora.',
  'How was your meeting with {0}?': '¿Qué tal tu reunión con {0}?',
  'Your review helps others.': 'Tu reseña ayuda a los demás.',
  'Write a review': 'Escribir una reseña',
  'Your meeting with {0} did not take place': 'Tu reunión con {0} no se celebró',
  'Neither of you joined.': 'No entró nadie.',
  'You didn’t join.': 'No entraste.',
  '{0} didn’t join.': '{0} no entró.',
  'See the request': 'Ver la solicitud',
  '{0} requested a private meeting': '{0} te ha pedido una reunión privada',
  'Accept it, propose a change, or decline.': 'Acéptala, propón un cambio o recházala.',
  'Answer the request': 'Responder a la solicitud',
  'You proposed a change to {0}': 'Has propuesto un cambio a {0}',
  'We’ll hold the time once it’s accepted.': 'Reservaremos la hora cuando se acepte.',
  'You accepted the meeting with {0}': 'Has aceptado la reunión con {0}',
  '{0} accepted your proposal': '{0} ha aceptado tu propuesta',
  'We’re holding the time. {0} can pay.': 'Reservamos la hora. {0} ya puede pagar.',
  'We’re holding the time. {0} can pay by {1}.': 'Reservamos la hora. {0} puede pagar hasta el {1}.',
  'The room opens 10 minutes before the start. Join from the request.':
    'La sala se abre 10 minutos antes del comienzo. Entra desde la solicitud.',
  'See the meeting': 'Ver la reunión',
  'You declined {0}’s request': 'Has rechazado la solicitud de {0}',
  'The request is closed.': 'La solicitud está cerrada.',
  '{0} cancelled the meeting': '{0} ha cancelado la reunión',
  'The time is available again. {0}': 'La hora vuelve a estar disponible. {0}',
  'You cancelled the meeting with {0}': 'Has cancelado la reunión con {0}',
  '{0}’s request expired': 'La solicitud de {0} ha caducado',
  'It wasn’t accepted before the requested time.': 'No se aceptó antes de la hora pedida.',
  'Your meeting with {0} has ended': 'Tu reunión con {0} ha terminado',
  'It was free.': 'Era gratis.',
  'Nothing was charged.': 'No se ha cobrado nada.',
  '{0} gets a full refund.': '{0} recibe el reembolso completo.',
  'Your earnings become available 3 days later.': 'Tus ingresos estarán disponibles 3 días después.',
  'Your payment is not refunded.': 'Tu pago no se reembolsa.',
  'It was cancelled less than 24 hours before the start, so it isn’t refunded.':
    'Se canceló menos de 24 horas antes del comienzo, así que no se reembolsa.',
  '{0} has a new event, and the front row is still free.':
    '{0} tiene un evento nuevo y la primera fila aún está libre.',
  'On sale from': 'A la venta desde',
  'Unfollow {0}': 'Dejar de seguir a {0}',
  'You received this email because you follow {0} on Frontrow.': 'Recibes este correo porque sigues a {0} en Frontrow.',
  '{0} wrote about “{1}”, {2}:': '{0} escribe sobre “{1}”, {2}:',
  'You received this email because you have a ticket for this event. Replies are not read.':
    'Recibes este correo porque tienes una entrada para este evento. No leemos las respuestas.',
  'Your payout of {0} was paid': 'Tu cobro de {0} está pagado',
  'Your payout was paid': 'Tu cobro está pagado',
  'We paid {0} to {1}. Depending on your bank, it can take a day to appear.':
    'Hemos pagado {0} a {1}. Según tu banco, puede tardar un día en aparecer.',
  'Your payout of {0} failed': 'Tu cobro de {0} ha fallado',
  'Your payout failed': 'Tu cobro ha fallado',
  'The bank rejected the transfer of {0} to {1}.': 'El banco ha rechazado la transferencia de {0} a {1}.',
  'The amount is back in your balance. Check the account details or add another account, then request it again.':
    'El importe está de nuevo en tu saldo. Revisa los datos de la cuenta o añade otra, y solicítalo de nuevo.',
  'Your payout of {0} was returned': 'Tu cobro de {0} se ha devuelto',
  'Your payout was returned': 'Tu cobro se ha devuelto',
  'We paid {0} to {1}, but the receiving bank returned it.': 'Pagamos {0} a {1}, pero el banco de destino lo devolvió.',
  'The amount is back in your balance. Add an account that accepts it, then request it again.':
    'El importe está de nuevo en tu saldo. Añade una cuenta que lo acepte y solicítalo de nuevo.',
  Payout: 'Cobro',
  'See your payouts': 'Ver tus cobros',
  'You received this email because you host events on Frontrow.':
    'Recibes este correo porque organizas eventos en Frontrow.',
  'A payout account was added': 'Se ha añadido una cuenta de cobro',
  'Your default payout account was changed': 'Tu cuenta de cobro predeterminada ha cambiado',
  'We’ll send your payouts to {0} from now on.': 'A partir de ahora enviaremos tus cobros a {0}.',
  'We’ll send your payouts to {0} ({1}) from now on.': 'A partir de ahora enviaremos tus cobros a {0} ({1}).',
  'If this wasn’t you, someone else has access to your account: change your password, which logs out all other devices, remove the payout account, and contact support.':
    'Si no has sido tú, otra persona tiene acceso a tu cuenta: cambia tu contraseña, lo que cierra la sesión en los demás dispositivos, quita la cuenta de cobro y escribe a soporte.',
  'See your payout accounts': 'Ver tus cuentas de cobro',
  '{0} available: {1}': '{0} disponibles: {1}',
  'Your earnings from “{0}” are in your balance.': 'Tus ingresos de “{0}” están en tu saldo.',
  'Your earnings are available': 'Tus ingresos están disponibles',
  'From this event': 'De este evento',
  'Available now': 'Disponible ahora',
  'Earnings become available 3 days after an event ends, and 15 days after each sale of a replay. Later refunds are deducted from your balance.':
    'Tus ingresos están disponibles 3 días después de que termine un evento, y 15 días después de cada venta de una grabación. Los reembolsos posteriores se descuentan de tu saldo.',
  'See your balance': 'Ver tu saldo',
  'A seat opened up for you: {0}': 'Hay una plaza para ti: {0}',
  'We’re holding it for you until {0}.': 'Te la reservamos hasta el {0}.',
  'A seat opened up for you': 'Hay una plaza para ti',
  'You’re next on the waitlist. We’re holding a seat for you until {0}.':
    'Es tu turno en la lista de espera. Te reservamos una plaza hasta el {0}.',
  'Take the seat': 'Ocupar la plaza',
  'If you don’t take it by then, we’ll offer it to the next person in line.':
    'Si no la ocupas antes, se la ofreceremos a la siguiente persona de la cola.',
  'You received this email because someone joined a Frontrow waitlist with this email address.':
    'Recibes este correo porque alguien se unió a una lista de espera de Frontrow con esta dirección.',
  'You’re on the waitlist: {0}': 'Estás en la lista de espera: {0}',
  'You’re number {0} in line.': 'Eres el número {0} de la cola.',
  'You’re on the waitlist': 'Estás en la lista de espera',
  'If a seat opens up, we’ll email you and hold it for 15 minutes.':
    'Si queda una plaza libre, te escribiremos y te la reservaremos 15 minutos.',
  'See your place': 'Ver tu puesto',
  'This link works once, so keep it to yourself. You can also use it to leave the waitlist.':
    'Este enlace funciona una vez, así que no lo compartas. También puedes usarlo para salir de la lista de espera.',
  '{0} on Frontrow': '{0} en Frontrow',
  'Live events by {0}, to listen to again.': 'Eventos en directo de {0} para volver a escucharlos.',
  'Watch the replay with its chat': 'Ver la grabación con su chat',
  'Live with {0}': 'En directo con {0}',
  'Spam or advertising': 'Spam o publicidad',
  'Scam or fake event': 'Estafa o evento falso',
  'Harassment or bullying': 'Acoso o intimidación',
  'Hate speech': 'Discurso de odio',
  'Sexual content': 'Contenido sexual',
  'Violence or threats': 'Violencia o amenazas',
  'Uses someone else’s work': 'Usa la obra de otra persona',
  'Something else': 'Otra cosa',
} satisfies Sentences;
