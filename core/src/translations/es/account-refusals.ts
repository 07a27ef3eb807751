import type { kernelRefusals } from '../../kernel/refusal.ts';
import type { accountsRefusals } from '../../accounts/refusals.ts';
import type { hostsRefusals } from '../../hosts/refusals.ts';
import type { apiKeysRefusals } from '../../developers/api-keys.ts';
import type { webhooksRefusals } from '../../developers/webhooks.ts';
import type { notificationsRefusals } from '../../notifications/push.ts';
import type { reportsRefusals } from '../../reports/reports.ts';
import type { reviewsRefusals } from '../../reviews/refusals.ts';
import type { searchRefusals } from '../../search/refusals.ts';
import type { statsRefusals } from '../../stats/refusals.ts';
import type { RefusalSentences } from '../refusal-sentences.ts';

export default {
  bad_input: '{detail}',
  not_found: 'Lo sentimos, no lo hemos encontrado.',
  login_required: 'Inicia sesión para hacer eso.',
  token_invalid: 'Tu sesión ha terminado. Inicia sesión de nuevo.',
  account_required: 'Para eso necesitas una cuenta. Inicia sesión o regístrate y vuelve a intentarlo.',
  forbidden: 'No tienes permiso para hacer eso.',
  contact_message_missing: 'Escribe un mensaje.',
  contact_message_too_long: 'Tu mensaje puede tener como máximo {maximum} caracteres.',
  too_many_requests: 'Demasiadas solicitudes. Espera un momento e inténtalo de nuevo.',
  body_too_large: 'Esta solicitud es demasiado grande.',
  headers_too_large: 'Las cabeceras de esta solicitud son demasiado grandes.',
  expectation_unmet: 'Este servidor no admite la cabecera Expect de la solicitud.',
  request_too_slow: 'La solicitud ha tardado demasiado en llegar. Inténtalo de nuevo.',
  upload_too_slow: 'La subida ha tardado demasiado. Usa un archivo más pequeño o una conexión más rápida.',
  storage_full: 'Ahora mismo no podemos guardar archivos. Inténtalo más tarde.',
  unsupported_media_type: 'Este tipo de contenido no se admite.',
  webhook_signature_wrong: 'La firma no es válida.',
  idempotency_key_reused: 'Esta Idempotency-Key ya se usó en otra solicitud.',
  request_in_progress: 'Esta solicitud ya se está procesando.',
  temporarily_unavailable: 'Un servicio que necesitamos no responde. Inténtalo de nuevo en un momento.',
  credentials_wrong: 'El correo o la contraseña no son correctos.',
  login_paused:
    'Demasiadas contraseñas incorrectas. Inténtalo de nuevo en {minutes} min o pide un enlace de inicio de sesión por correo.',
  codes_paused:
    'Demasiados códigos incorrectos. Inténtalo de nuevo en {minutes} min, o pide un enlace de inicio de sesión por correo y escribe allí un código.',
  password_checks_paused:
    'Demasiadas contraseñas incorrectas. Inténtalo de nuevo en {minutes} min o cambia la tuya con “¿Has olvidado tu contraseña?”.',
  email_invalid: 'Escribe un correo electrónico válido, como tu@ejemplo.com.',
  email_taken: 'Ya hay una cuenta con este correo. Inicia sesión.',
  email_own: 'Este ya es tu correo.',
  username_taken: 'Este nombre de usuario ya está ocupado.',
  username_invalid: 'Usa de 3 a 30 letras, números, puntos, guiones o guiones bajos.',
  username_reserved: 'Este nombre de usuario está reservado. Elige otro.',
  name_reserved: 'Este nombre está reservado. Elige otro.',
  password_weak: 'Usa al menos 8 caracteres, con 1 mayúscula, 1 minúscula y 1 número.',
  password_common:
    'Esta contraseña es demasiado común. Elige una más larga que solo sepas tú, por ejemplo, tres palabras sin relación con una mayúscula y un número.',
  password_personal:
    'Esta contraseña es fácil de adivinar porque casi coincide con tu nombre, tu nombre de usuario, tu correo o nuestro nombre. Elige palabras que no tengan nada que ver contigo.',
  field_required: '{label}: este campo es obligatorio.',
  birth_date_invalid: 'Escribe una fecha de nacimiento válida.',
  terms_required: 'Acepta la Política de privacidad y las Condiciones.',
  refresh_invalid: 'Tu sesión ha terminado. Inicia sesión de nuevo.',
  link_other_account:
    'Este enlace es para la cuenta {username}, pero has iniciado sesión con otra. Usa el enlace del correo que nombra tu cuenta.',
  link_invalid: 'Este enlace ha caducado o ya se ha usado. Pide uno nuevo.',
  reset_token_invalid: 'El enlace para cambiar la contraseña no es correcto',
  email_unverified: 'Confirma primero tu correo. Usa el enlace que te hemos enviado.',
  request_pending: 'Estamos revisando tu solicitud.',
  request_not_needed: 'Ya eres influencer.',
  request_decided: 'Esta solicitud ya está decidida.',
  reason_too_long: 'Usa como máximo {maximum} caracteres.',
  hosts_flag_only: 'Esta opción es solo para influencers.',
  massive_in_use:
    'Este anfitrión tiene un evento con más de 1.000 entradas, así que la opción aún no se puede desactivar.',
  password_wrong: 'La contraseña no es correcta.',
  password_needed: 'Escribe de nuevo tu contraseña para cambiar dónde cobras.',
  password_missing:
    'Tu cuenta aún no tiene contraseña. Cierra sesión, elige “¿Has olvidado tu contraseña?” para crear una y vuelve aquí.',
  account_suspended: 'Tu cuenta está suspendida: “{reason}” Si crees que es un error, escríbenos.',
  email_blocked: 'Con este correo no se pueden comprar entradas. Si crees que es un error, escríbenos.',
  admin_not_suspendable: 'A los admins de la aplicación no se les puede suspender.',
  already_suspended: 'Esta persona ya está suspendida.',
  not_suspended: 'Esta persona no está suspendida.',
  session_not_found: 'Esta sesión ya ha terminado.',
  account_has_events: 'Aún tienes eventos próximos o en directo. Termínalos o cancélalos primero.',
  account_has_payment: 'Uno de tus pagos se está procesando. Inténtalo de nuevo en unos minutos.',
  code_required: 'Escribe el código de tu aplicación de autenticación.',
  code_wrong: 'Este código no es correcto o ya se ha usado.',
  second_factor_needed:
    'Los admins de la aplicación deben usar la verificación en dos pasos. Actívala en los ajustes de tu cuenta e inténtalo de nuevo.',
  second_factor_on: 'La verificación en dos pasos ya está activada.',
  second_factor_off: 'La verificación en dos pasos ya está desactivada.',
  passkeys_unavailable:
    'Las passkeys no funcionan con una dirección IP. Abre Frontrow por su nombre, como localhost, e inténtalo de nuevo.',
  passkeys_full: 'Puedes tener hasta {maximum} passkeys. Elimina una para añadir otra.',
  passkey_taken: 'Esta passkey ya está añadida.',
  passkey_over: 'Esta solicitud ha caducado o ya se ha usado. Inténtalo de nuevo.',
  passkey_invalid: 'No hemos podido verificar esta passkey. Inténtalo de nuevo o inicia sesión de otra forma.',
  passkey_unknown: 'No conocemos esta passkey. Inicia sesión de otra forma y añádela en los ajustes de tu cuenta.',
  passkey_not_verified:
    'Tu dispositivo no ha comprobado que eres tú. Usa una passkey que pida tu huella, tu cara o un PIN.',
  passkey_copied:
    'Puede que alguien haya copiado esta passkey, así que la hemos rechazado. Inicia sesión de otra forma y elimínala.',
  passkey_last: 'Esta passkey es tu única forma de iniciar sesión. Crea primero una contraseña y luego elimínala.',
  passkey_not_found: 'Esta passkey ya se ha eliminado.',
  login_again_needed:
    'Tu cuenta no tiene contraseña. Cierra sesión, vuelve a iniciarla y haz el cambio en los {minutes} minutos siguientes.',
  emails_mismatch: 'Los correos deben coincidir.',
  social_unset: 'Aquí no es posible registrarse con {provider}.',
  social_state_wrong:
    'Este inicio de sesión no empezó en esta pestaña o ya se ha usado. Continúa de nuevo con {provider}.',
  social_refused: '{provider} ha rechazado este inicio de sesión. Inténtalo de nuevo.',
  social_unavailable: 'Ahora mismo no podemos conectar con {provider}. Inténtalo de nuevo en un momento.',
  social_unverified:
    'No hemos podido verificar la respuesta de {provider}. Inténtalo de nuevo o, si vuelve a pasar, escribe a soporte.',
  social_clock_wrong:
    'El reloj de {provider} y el nuestro no coinciden, así que no hemos podido verificar este inicio de sesión. Escribe a soporte.',
  social_over: 'Se ha agotado el tiempo de este registro. Continúa de nuevo con {provider}.',
  social_other_browser: 'Abre este enlace en el navegador en el que continuaste con {provider}.',
  social_taken: 'Esta cuenta de {provider} ya está conectada a otra cuenta.',
  user_not_found: 'Perfil no encontrado',
  bio_too_long: 'Usa como máximo {maximum} caracteres.',
  too_many_links: 'Añade como máximo {maximum} enlaces.',
  web_link_invalid: 'Escribe una dirección web que empiece por http:// o https://.',
  web_link_too_long: 'Un enlace puede tener como máximo {maximum} caracteres.',
  own_page: 'No puedes seguirte a ti.',
  too_many_follows: 'Ya sigues a {maximum} anfitriones. Deja de seguir a alguno primero.',
  too_many_favorites: 'Ya tienes {maximum} favoritos. Quita alguno primero.',
  podcast_not_found: 'Este host no ofrece ningún pódcast.',
  embed_site_invalid: '“{site}” no es una web que podamos permitir. Escribe una dirección como https://example.com.',
  oembed_url_missing: 'Indica la página que quieres insertar: /oembed?url=…',
  oembed_url_unknown: 'En esta dirección no hay nada que insertar.',
  oembed_size_invalid: 'maxwidth y maxheight son números enteros de píxeles.',
  oembed_format_unsupported: 'Solo está disponible format=json.',
  too_many_embed_sites: 'Añade como máximo {maximum} webs.',
  api_key_invalid: 'Esta clave de API no es válida. Comprueba que la has copiado entera o crea una nueva.',
  api_key_expired: 'Esta clave de API ha caducado. Crea una nueva.',
  api_key_revoked: 'Esta clave de API se revocó. Crea una nueva.',
  api_key_blocked: 'La cuenta de esta clave de API no puede usar la API. Escribe a soporte.',
  api_key_not_accepted: 'Esta llamada no acepta claves de API. Inicia sesión para hacerla.',
  api_key_scope_missing: 'Para esta llamada, la clave de API necesita el permiso {scope}.',
  api_key_test_refused: 'Las claves de prueba solo funcionan donde los pagos son simulados. Usa aquí una clave real.',
  api_key_misplaced: 'Envía la clave de API en la cabecera “Authorization: Bearer …”, no como token de acceso.',
  api_key_with_session: 'Envía una clave de API o un token de acceso, no ambos.',
  api_key_name_required: 'Escribe un nombre para esta clave.',
  api_key_scopes_required: 'Elige al menos un permiso.',
  api_key_expiry_past: 'La fecha de caducidad debe estar en el futuro.',
  api_keys_maximum: 'Puedes tener como máximo {maximum} claves de API. Revoca una que ya no uses.',
  api_key_not_found: 'No hemos encontrado esa clave de API.',
  webhook_url_invalid: 'Escribe una dirección completa, como https://example.com/hooks.',
  webhook_url_not_https: 'La dirección debe empezar por https://.',
  webhook_url_private: 'Esta dirección no está en la internet pública, así que no podemos entregar nada en ella.',
  webhook_url_with_login: 'Quita el usuario y la contraseña de la dirección.',
  webhook_events_required: 'Elige al menos un tipo de evento.',
  webhook_endpoints_maximum: 'Puedes tener como máximo {maximum} endpoints. Quita uno que ya no uses.',
  webhook_endpoint_exists: 'Ya tienes un endpoint con esta dirección.',
  webhook_endpoint_not_found: 'No hemos encontrado ese endpoint.',
  webhook_endpoint_disabled: 'Este endpoint está desactivado. Actívalo primero.',
  webhook_delivery_not_found: 'No hemos encontrado esa entrega.',
  push_subscription_invalid: 'El servicio de notificaciones de tu navegador no se puede usar aquí. Prueba con otro.',
  report_own: 'No puedes denunciarte a ti ni lo que has escrito.',
  report_limit: 'Hoy has enviado {maximum} denuncias. Inténtalo de nuevo mañana.',
  report_subject_gone: 'Lo que quieres denunciar ya no existe.',
  report_note_required: 'Cuéntanos qué ocurre.',
  report_not_found: 'No hemos encontrado esa denuncia.',
  report_decided: 'Esta denuncia ya está decidida.',
  review_stars_invalid: 'Elige de una a cinco estrellas.',
  review_too_long: 'Usa como máximo {maximum} caracteres.',
  review_too_early: 'Podrás escribir una reseña cuando el evento haya terminado.',
  review_not_attended: 'Solo quienes asistieron a un evento pueden reseñarlo.',
  review_own_event: 'No puedes reseñar tu propio evento.',
  review_twice: 'Ya has reseñado este evento.',
  review_not_found: 'Esta reseña ya no existe.',
  search_too_short: 'Escribe al menos 2 letras.',
  search_too_long: 'Busca como máximo 100 letras.',
  search_too_slow: 'Esta búsqueda tarda demasiado. Añade una palabra o quita un filtro.',
  range_day_invalid: 'Escribe las fechas como año-mes-día, por ejemplo 2026-05-31.',
  range_reversed: 'La fecha inicial no puede ser posterior a la final.',
  range_too_long: 'Elige como máximo {maximum} días.',
} satisfies RefusalSentences<
  typeof kernelRefusals &
    typeof accountsRefusals &
    typeof hostsRefusals &
    typeof apiKeysRefusals &
    typeof webhooksRefusals &
    typeof notificationsRefusals &
    typeof reportsRefusals &
    typeof reviewsRefusals &
    typeof searchRefusals &
    typeof statsRefusals
>;
