import type { ticketingRefusals } from '../../ticketing/refusals.ts';
import type { payoutsRefusals } from '../../payouts/refusals.ts';
import type { billingRefusals } from '../../billing/refusals.ts';
import type { RefusalSentences } from '../refusal-sentences.ts';

export default {
  sold_out: 'Leider ausverkauft',
  sale_not_open: 'Tickets sind noch nicht im Verkauf. Hier kannst du auf den Verkaufsstart warten: {url}',
  waiting_page_first:
    'Gerade wollen viele ein Ticket. Bitte hol dir zuerst auf der Warteseite einen Platz in der Reihe: {url}',
  waiting_page_closed: 'Die Warteseite öffnet 5 Minuten vor dem Verkaufsstart.',
  seats_left: 'Es gibt noch Plätze. Du kannst dein Ticket gleich kaufen.',
  seat_held: 'Für dich ist schon ein Platz bei diesem Event reserviert.',
  waitlist_needs_proof:
    'Dieses Event ist für Token-Inhaber. Weise zuerst deine Wallet nach und setz dich dann auf die Warteliste.',
  waitlist_closed: 'Die Warteliste für dieses Event ist geschlossen.',
  too_many_waiting:
    'Aus deinem Netzwerk stehen schon zu viele auf dieser Warteliste. Melde dich an, um dich einzutragen, oder versuche es später noch einmal.',
  already_has_ticket: 'Du hast schon ein Ticket für dieses Event.',
  buyer_removed: 'Du wurdest aus diesem Event entfernt, deshalb bekommst du kein Ticket dafür.',
  own_event: 'Für dein eigenes Event kannst du kein Ticket kaufen.',
  ticketing_closed: 'Tickets für dieses Event sind nicht mehr im Verkauf.',
  ticket_type_wrong: 'Diese Art von Ticket gibt es für dieses Event nicht.',
  token_gated: 'Tickets gibt es nur für Token-Inhaber.',
  email_required: 'Bitte gib deine E-Mail-Adresse ein',
  emails_differ: 'Die E-Mail-Adressen müssen übereinstimmen',
  payment_choice_required: 'Bitte wähle, wie du zahlen möchtest.',
  card_declined: '{detail}',
  card_invalid: '{detail}',
  payment_method_unknown: 'Diese gespeicherte Karte ist nicht verfügbar.',
  cards_full: 'Du kannst höchstens {maximum} Karten speichern. Entferne eine, um eine andere hinzuzufügen.',
  calendar_feed_not_found: 'Dieser Kalenderlink funktioniert nicht mehr. Den aktuellen findest du in deinem Konto.',
  card_not_found: 'Diese Karte haben wir leider nicht gefunden.',
  payment_unknown: 'Die Zahlung ist fehlgeschlagen',
  payment_failed: 'Die Zahlung ist fehlgeschlagen',
  payment_unavailable:
    'Der Zahlungsanbieter ist gerade nicht erreichbar. Dein Platz bleibt reserviert. Bitte versuche es gleich noch einmal.',
  payment_blocked:
    'Wir können gerade keine Zahlungen annehmen. Es wurde nichts abgebucht. Bitte versuche es später noch einmal oder wähle einen anderen Zahlungsweg.',
  amount_mismatch: 'Die Zahlung ist fehlgeschlagen',
  too_many_attempts: 'Zu viele Zahlungsversuche. Bitte versuche es in {minutes} Min. noch einmal.',
  too_many_unopened:
    'Zu viele nicht abgeholte Tickets aus deinem Netzwerk. Öffne eine der Ticket-E-Mails oder melde dich an und versuche es noch einmal.',
  too_many_holds:
    'Aus deinem Netzwerk werden zu viele Plätze reserviert. Bitte versuche es in ein paar Minuten noch einmal.',
  guest_order_elsewhere:
    'Für diese E-Mail-Adresse gibt es kein weiteres Ticket für dieses Event. Such unsere E-Mail in ihrem Posteingang oder nimm eine andere E-Mail-Adresse.',
  guest_order_open:
    'Mit dieser E-Mail-Adresse wird gerade ein Ticket gekauft. Versuche es in ein paar Minuten noch einmal oder nimm eine andere E-Mail-Adresse.',
  paid_elsewhere:
    'Als deine Zahlung ankam, gab es zu dieser E-Mail-Adresse schon ein Ticket für dieses Event. Du bekommst den vollen Betrag zurück, und das Ticket ist in deinem Posteingang.',
  paid_late: 'Als deine Zahlung ankam, war das Event ausverkauft. Du bekommst den vollen Betrag zurück.',
  paid_event_cancelled: 'Als deine Zahlung ankam, war das Event abgesagt. Du bekommst den vollen Betrag zurück.',
  paid_replay_removed:
    'Als deine Zahlung ankam, war die Aufzeichnung nicht mehr verfügbar. Du bekommst den vollen Betrag zurück.',
  paid_event_over: 'Als deine Zahlung ankam, war das Event beendet. Du bekommst den vollen Betrag zurück.',
  paid_meeting_begun: 'Deine Zahlung kam nach dem Beginn des Treffens an. Du bekommst den vollen Betrag zurück.',
  hold_expired: 'Deine Reservierung ist abgelaufen. Reserviere noch einmal einen Platz, um weiterzumachen.',
  order_not_found: 'Diese Bestellung haben wir leider nicht gefunden.',
  ticket_not_found: 'Dieses Ticket haben wir leider nicht gefunden.',
  email_not_correctable:
    'Die E-Mail-Adresse dieses Tickets lässt sich hier nicht ändern. Bitte wende dich an den Support.',
  ticket_passed_on: 'Dieses Ticket wurde weitergegeben. Es gilt nur noch für die andere Person.',
  ticket_of_meeting: 'Dieses Ticket gehört zu einem privaten Treffen. Sage stattdessen das Treffen ab.',
  ticket_given_back: 'Dieses Ticket ist nicht mehr gültig.',
  transfer_too_late:
    'Das Event hat begonnen oder sollte schon begonnen haben, deshalb lässt sich das Ticket nicht mehr weitergeben.',
  transfer_token_gated: 'Tickets für Token-Inhaber lassen sich nicht weitergeben.',
  transfer_money_moves:
    'Solange die Zahlung angefochten oder erstattet wird, lässt sich dieses Ticket nicht weitergeben.',
  transfer_once: 'Dieses Ticket wurde an dich weitergegeben. Das geht nur einmal.',
  transfer_to_self: 'Das ist deine eigene E-Mail-Adresse. Gib eine andere ein.',
  transfer_to_host: 'Der Host braucht kein Ticket. Gib eine andere E-Mail-Adresse ein.',
  transfer_to_suspended: 'Diese Person kann keine Tickets bekommen. Gib eine andere E-Mail-Adresse ein.',
  transfer_has_ticket: 'Diese Person hat schon ein Ticket. Gib eine andere E-Mail-Adresse ein.',
  self_cancel_off: 'Der Host erlaubt bei diesem Event nicht, Tickets zu stornieren.',
  self_cancel_over: 'Die Frist zum Stornieren ({hours} Stunden vor Beginn) ist vorbei.',
  pass_not_found: 'Diesen Pass haben wir leider nicht gefunden.',
  pass_not_on_sale: 'Diesen Pass gibt es nicht mehr. Einzelne Termine kannst du weiter kaufen.',
  pass_sold_out: 'Einer der Termine ist ausverkauft, deshalb gibt es keine Pässe mehr.',
  pass_date_held: 'Du hast diesen Pass schon, oder ein Ticket für jeden seiner Termine.',
  pass_date_offered:
    'Für einen dieser Termine ist dir ein Platz von der Warteliste reserviert. Kauf ihn zuerst oder gib ihn frei.',
  pass_date_removed:
    'Du wurdest aus einem dieser Termine entfernt, deshalb kannst du den Pass nicht kaufen. Die anderen Termine kannst du weiter kaufen.',
  pass_too_few_dates: 'Für einen Pass braucht es mindestens zwei kommende Termine.',
  pass_dates_differ:
    'Für einen Pass müssen alle Termine öffentlich und im freien Verkauf sein und in einer Währung Geld kosten.',
  pass_price_range: 'Bitte wähle einen Preis zwischen {minimum} und {maximum}.',
  refund_not_due: 'Für dieses Ticket gibt es gerade keine Erstattung.',
  promo_code_invalid: 'Dieser Rabattcode ist nicht gültig.',
  promo_not_yet: 'Dieser Rabattcode gilt noch nicht.',
  promo_expired: 'Dieser Rabattcode ist abgelaufen.',
  promo_used_up: 'Dieser Rabattcode ist aufgebraucht.',
  refund_beyond: 'Du kannst höchstens {maximum} erstatten.',
  refund_not_found: 'Diese Erstattung haben wir leider nicht gefunden.',
  refund_not_given_up: 'Diese Erstattung läuft noch oder ist schon erledigt.',
  webhook_not_found: 'Diesen Webhook haben wir leider nicht gefunden.',
  webhook_processed: 'Dieser Webhook ist schon verarbeitet.',
  delivery_not_found: 'Diese Zustellung ist schon gelungen, oder es gibt sie nicht.',
  dispute_not_found: 'Diese Anfechtung haben wir leider nicht gefunden.',
  guest_list_empty: 'Bitte gib mindestens eine E-Mail-Adresse ein.',
  guest_list_too_long: 'Gib höchstens {maximum} E-Mail-Adressen auf einmal ein.',
  withdrawal_too_late: 'Eine Freikarte lässt sich zurückziehen, bis das Event beginnt.',
  complimentary_used_up: 'Für dieses Event gibt es keine Freikarten mehr.',
  not_complimentary: 'Nur Freikarten lassen sich zurückziehen.',
  wallet_not_offered: 'Dieses Ticket kann nicht zu {wallet} hinzugefügt werden.',
  order_not_refundable: 'Nur eine bezahlte Bestellung lässt sich erstatten.',
  payout_method_not_found: 'Diese Auszahlungsmethode haben wir leider nicht gefunden.',
  payout_method_needed: 'Füge zuerst eine Auszahlungsmethode hinzu, damit wir wissen, wohin das Geld soll.',
  payout_method_not_ready: 'Auf dieses Konto können wir gerade nichts auszahlen. {detail}',
  payout_method_incomplete:
    'Diese Auszahlungsmethode ist noch nicht bereit. Ergänze unter „Auszahlungsmethoden“, was noch fehlt: {needs}.',
  payout_method_in_use:
    'Eine Auszahlung auf dieses Konto ist unterwegs. Sobald sie angekommen ist, kannst du das Konto entfernen.',
  payout_methods_over_maximum: 'Du kannst höchstens {maximum} Auszahlungsmethoden hinzufügen.',
  payout_kind_unavailable: 'Diese Auszahlungsmethode gibt es hier nicht.',
  payout_account_invalid: '{detail}',
  payout_name_differs:
    'Dieses Konto läuft auf den Namen {holder}, hier heißt du aber {name}. Wenn es dein Konto ist, bestätige den Namen, um es hinzuzufügen.',
  payout_currency_wrong: 'Dieses Konto kann nur {currencies} annehmen. {advice}',
  payout_none_available: 'Du hast noch kein verfügbares Guthaben in {currency}.',
  payout_under_minimum: 'Der Mindestbetrag für eine Auszahlung ist {minimum}.',
  payout_over_available: 'Du kannst bis zu {available} auszahlen lassen.',
  payout_on_its_way:
    'Deine Auszahlung von {amount} ist unterwegs. Die nächste kannst du anfordern, sobald sie angekommen ist.',
  payouts_held: 'Deine Auszahlungen sind gesperrt. Grund: „{reason}“. Wende dich bei Fragen an den Support.',
  payouts_not_held: 'Die Auszahlungen dieses Hosts sind nicht gesperrt.',
  payout_host_not_found: 'Diesen Host haben wir leider nicht gefunden.',
  payouts_host_deleted:
    'Dieser Host hat sein Konto gelöscht und kein Guthaben mehr. Es gibt keine Auszahlungen, die du sperren könntest.',
  left_money_changed: 'So viel Guthaben ist nicht mehr da. Lade die Seite neu und versuche es noch einmal.',
  left_money_held:
    'Auszahlungen an diesen Host sind gesperrt. Grund: „{reason}“. Gib sie frei, bevor du dieses Guthaben auszahlst.',
  left_money_weekly: 'Dieser Host wird jede Woche automatisch ausgezahlt. Es gibt nichts anders auszuzahlen.',
  payout_unavailable: 'Der Auszahlungsanbieter ist gerade nicht erreichbar. Bitte versuche es gleich noch einmal.',
  account_has_money:
    'Du hast noch {amount}, die nicht ausgezahlt sind. Fordere eine Auszahlung an und lösche dein Konto, sobald sie angekommen ist.',
  sepa_nothing_to_send: 'Keine Auszahlung wartet auf eine Überweisung.',
  sepa_file_invalid:
    'Die Datei für die Bank wäre nicht gültig, deshalb wurde keine erstellt und keine Auszahlung gesendet: {detail}',
  sepa_file_not_found: 'Diese Datei haben wir leider nicht gefunden.',
  sepa_line_not_found: 'Diese Auszahlung haben wir leider in keiner Bankdatei gefunden.',
  sepa_line_decided: 'Diese Überweisung ist schon als „{state}“ markiert.',
  country_unknown: 'Bitte wähle ein Land aus der Liste.',
  receipt_free: 'Diese Bestellung war kostenlos, deshalb gibt es keine Rechnung.',
  receipt_not_drawn: 'Wir können die Rechnung gerade nicht erstellen. Bitte versuche es gleich noch einmal.',
  receipt_unpaid: 'Die Rechnung gibt es, sobald die Bestellung bezahlt ist.',
  tax_rate_wrong: 'Gib einen Satz zwischen 0 und {maximum} Prozent mit höchstens zwei Nachkommastellen ein.',
} satisfies RefusalSentences<typeof ticketingRefusals & typeof payoutsRefusals & typeof billingRefusals>;
