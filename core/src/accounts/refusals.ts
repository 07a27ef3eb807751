import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals about accounts and sessions, with the sentence that people read. */
export const accountsRefusals = {
  credentials_wrong: { status: 401, message: 'The email or the password is not right.' },
  login_paused: {
    status: 429,
    message: 'Too many wrong passwords. Try again in {minutes} min, or log in with a link by email.',
  },
  codes_paused: {
    status: 429,
    message: 'Too many wrong codes. Try again in {minutes} min, or log in with a link by email and a code.',
  },
  password_checks_paused: {
    status: 429,
    message:
      'Too many wrong passwords. Try again in {minutes} min, or choose a new password with “Forgot your password?”.',
  },
  email_invalid: { status: 400, message: 'Please enter a valid email.' },
  email_taken: { status: 409, message: 'There is already an account with this email. Log in instead.' },
  email_own: { status: 409, message: 'This is your address already.' },
  username_taken: { status: 409, message: 'This username is already taken.' },
  username_invalid: { status: 400, message: 'Use 3 to 30 letters, numbers, dots, dashes or underscores.' },
  username_reserved: { status: 400, message: 'This username is reserved.' },
  name_reserved: { status: 400, message: 'This name is reserved. Please choose another one.' },
  password_weak: { status: 400, message: 'Use at least 8 characters with 1 uppercase, 1 lowercase and 1 number.' },
  password_common: {
    status: 400,
    message:
      'This password is one of the first that attackers try. Choose a longer one that only you know, such as three unrelated words with a capital letter and a number.',
  },
  password_personal: {
    status: 400,
    message:
      'This password is mostly your name, username or email, or our name, so it is easy to guess. Choose words that have nothing to do with you.',
  },
  field_required: { status: 400, message: '{label} is required.' },
  birth_date_invalid: { status: 400, message: 'Please enter a valid birth date.' },
  terms_required: { status: 400, message: 'Please accept the Privacy Policy and Terms.' },
  refresh_invalid: { status: 401, message: 'Your session has ended. Please log in again.' },
  link_other_account: {
    status: 409,
    message:
      'This link is for the account {username}. You are logged in with another one: use the mail that names yours.',
  },
  link_invalid: { status: 410, message: 'This link has expired or was already used.' },
  reset_token_invalid: { status: 410, message: 'Incorrect Reset Password Token' },
  email_unverified: { status: 403, message: 'Please verify your email first.' },
  request_pending: { status: 409, message: 'Your request is being processed.' },
  request_not_needed: { status: 409, message: 'You are an influencer already.' },
  request_decided: { status: 409, message: 'This request was already decided.' },
  reason_too_long: { status: 400, message: 'Use at most {maximum} characters.' },
  hosts_flag_only: { status: 409, message: 'Only influencers can have this.' },
  massive_in_use: { status: 409, message: 'This host has an event with more than 1,000 tickets.' },
  password_wrong: { status: 403, message: 'The password is not right.' },
  password_needed: { status: 403, message: 'Please type your password again: this changes where your money goes.' },
  password_missing: {
    status: 403,
    message:
      'Your account has no password yet. Log out and choose “Forgot your password?” to set one, then come back here.',
  },
  session_not_found: { status: 404, message: 'This session has ended already.' },
  account_has_events: { status: 409, message: 'You still host events. Finish or cancel them first.' },
  account_has_payment: {
    status: 409,
    message: 'A payment of yours is still being processed. Try again in a few minutes.',
  },
  code_required: { status: 401, message: 'Enter the code of your authenticator app.' },
  code_wrong: { status: 401, message: 'This code is not right, or was already used.' },
  second_factor_needed: {
    status: 403,
    message: 'App admins need two-step log-in here. Turn it on in your account, then come back.',
  },
  second_factor_on: { status: 409, message: 'Two-step log-in is on already.' },
  second_factor_off: { status: 409, message: 'Two-step log-in is off already.' },
  emails_mismatch: { status: 400, message: 'Emails must match.' },
  social_unset: { status: 404, message: 'Signing in with Instagram is not available here.' },
  social_state_wrong: {
    status: 410,
    message: 'This sign-in did not begin in this tab, or was already used. Please continue with Instagram again.',
  },
  social_refused: { status: 403, message: 'Instagram did not accept this sign-in. Please try again.' },
  social_unavailable: { status: 503, message: 'Instagram does not answer right now. Please try again in a moment.' },
  social_over: { status: 410, message: 'This sign-up took too long. Please continue with Instagram again.' },
  social_other_browser: {
    status: 403,
    message: 'Open this link in the browser where you continued with Instagram.',
  },
  social_taken: { status: 409, message: 'This Instagram account is connected to another account already.' },
  user_not_found: { status: 404, message: 'User not found' },
} as const satisfies Record<string, RefusalRow>;
