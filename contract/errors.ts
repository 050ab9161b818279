import * as z from 'zod/mini'

/** Every error of the API: its status, and the sentence that people read. */
export const errors = {
  bad_request: [400, 'This is not an HTTP request that we can read.'],
  invalid: [400, 'Please check the marked fields.'],
  not_json: [400, 'This call takes a JSON object.'],
  not_multipart: [415, 'This call takes multipart/form-data.'],
  broken_multipart: [400, 'The upload did not arrive whole. Please send it again.'],
  no_images: [400, 'Choose at least one image.'],
  none_accepted: [400, 'None of the files could be accepted.'],
  wrong_reset_link: [400, 'This link does not work any more. Please ask for a new one.'],
  wrong_confirmation_link: [400, 'This link does not work. Please sign in and ask for a new one.'],
  wrong_unsubscribe_link: [400, 'This link does not work. Please choose on your profile what we mail you.'],
  wrong_data_link: [400, 'This link does not work any more. Please ask for your data again on your profile.'],
  expired_confirmation_link: [400, 'This link has expired. We have just sent a new one to your e-mail address.'],
  wrong_password: [400, 'The password is not right.'],
  own_email: [400, 'This is your address already.'],
  wrong_old_password: [400, 'The old password is not right.'],
  not_mendable: [400, 'Nothing of this picture can be removed exactly, so it stays as it is.'],
  reason_elsewhere: [
    400,
    'This reason is for a picture and not for an edit of words, or the other way round, so nothing was changed.',
  ],
  no_disagreement: [400, 'You can disagree once with the rejection of an image, and while it is rejected.'],
  not_csv: [400, 'This is not a CSV file that we can read.'],
  common_password: [400, 'This password is one of the most common ones, or nearly. Please choose another one.'],
  known_password: [400, 'The password may not be your username, your e-mail address or the name of this site.'],
  simple_password: [
    400,
    'Use at least three different characters, and more than rows of the alphabet, of digits or of keys.',
  ],
  bad_avatar: [400, 'Choose a PNG, JPEG or WebP picture.'],
  wrong_login: [401, 'The e-mail address or the password is not right.'],
  not_signed_in: [401, 'Please sign in.'],
  api_key_expired: [401, 'This API key has expired. Please make a new one on the page of your API keys.'],
  blocked: [403, 'This account is blocked. Please contact us.'],
  email_not_confirmed: [403, 'Please confirm your e-mail address first: we sent a link to it.'],
  terms_changed: [403, 'Our terms have changed. Please read what is new and agree on the upload page first.'],
  not_allowed: [403, 'You may not do this.'],
  not_by_api_key: [403, 'An API key may upload and edit images, and nothing else. Please sign in for this.'],
  not_your_images: [403, 'Some of these images are not yours, so nothing was changed.'],
  licence_not_offered: [403, 'This library does not offer this licence, so nothing was changed.'],
  ai_not_said: [403, 'This library asks whether AI made each picture. Say it, so that the change is stored.'],
  licence_given: [
    403,
    'A public picture has been given under its licence, which can only become CC0, so nothing was changed.',
  ],
  not_submitted: [403, 'Drafts are submitted before they are decided about, so nothing was changed.'],
  not_yourself: [403, 'You cannot block yourself.'],
  last_admin: [403, 'You are the only admin. Make someone else an admin first.'],
  own_role: [403, 'You cannot change your own role. Ask another admin.'],
  pending_quota: [403, 'You have as many images waiting for review as one person may have.'],
  storage_quota: [403, 'Your images take as much room as one person may use.'],
  too_many_api_keys: [403, 'You have as many API keys as one person may have. Please revoke one first.'],
  too_many_synonyms: [403, 'There are as many synonyms as there may be. Please delete one first.'],
  session_not_found: [404, 'This session has ended already.'],
  user_not_found: [404, 'There is no such user.'],
  contributor_not_found: [404, 'There is no contributor of this name, or they have no page.'],
  feed_not_found: [404, 'There is no such feed.'],
  image_not_found: [404, 'Error loading image data.'],
  no_contact: [404, 'This site takes no messages.'],
  report_not_found: [404, 'There is no such report.'],
  decision_not_found: [404, 'There is no such decision.'],
  refusal_not_found: [404, 'There is no such refused upload any more.'],
  finding_not_found: [404, 'This was not found in the picture, or is not any more, so nothing was changed.'],
  api_key_not_found: [404, 'There is no such API key any more.'],
  synonym_not_found: [404, 'There is no such synonym any more.'],
  no_images_left: [404, 'None of these images is in the library any more.'],
  images_not_found: [404, 'Some of these images do not exist any more, so nothing was changed.'],
  no_such_call: [404, 'There is no such call; /api/v1/openapi.json lists them all.'],
  method_not_allowed: [405, 'This address does not take this method.'],
  slow_request: [408, 'The request took too long to arrive. Please send it again.'],
  email_taken: [409, 'An account with this e-mail address exists already.'],
  changed_meanwhile: [409, 'Someone else changed this meanwhile, so nothing was changed. Please look at it again.'],
  stays_down: [
    409,
    'The picture is taken down already, so it does not stay. Take it down for these reports too, or bring it back.',
  ],
  not_undoable: [409, 'Only who made a decision can undo it, and only for some seconds. Please decide again instead.'],
  too_late_to_answer: [409, 'A counter-notice is not possible, or not any more. Please write to us.'],
  not_taken_down: [409, 'The picture is not taken down, or its contributor has left, so nothing was changed.'],
  in_use: [409, 'Others are changing this at the moment, so nothing was changed. Please try again.'],
  own_duplicate: [409, 'You have this picture already, as another image, so nothing was changed.'],
  uploaded_again: [409, 'The same picture was uploaded again meanwhile, so this one stays in the trash.'],
  synonym_exists: [409, 'This synonym exists already.'],
  username_taken: [409, 'This username is taken.'],
  taken_down: [410, 'This image was taken down after a report.'],
  precondition_failed: [412, 'This is not in the state that the request asks for, so nothing was sent.'],
  too_large: [413, 'This is more than we take at once.'],
  zip_too_large: [413, 'One zip has room for 2 GB. Please take a few images out.'],
  address_too_long: [414, 'This address is too long.'],
  wrong_type: [415, 'This call takes application/json.'],
  range_not_satisfiable: [416, 'The file is shorter than that.'],
  expectation_failed: [417, 'The header Expect asks for something that we do not do.'],
  too_many: [429, 'Too many at once. Please try again in a moment.'],
  zip_running: [429, 'Your network is downloading a zip already. Please try again when it has arrived.'],
  data_running: [429, 'Your data is being downloaded already. Please try again when it has arrived.'],
  hourly_quota: [429, 'You have uploaded as many images within an hour as one person may.'],
  misdirected: [421, 'This server answers no requests. Please use the public address of the site.'],
  headers_too_large: [431, 'The address and the headers of this request are too long.'],
  internal: [500, 'Something went wrong.'],
  unknown_method: [501, 'This server does not know this method.'],
  busy: [503, 'We are busy with the pictures of others. Please try again in a moment.'],
  overloaded: [503, 'Very many people are here at the moment. Please try again in a few seconds.'],
  unavailable: [503, 'The library cannot be reached at the moment. Please try again shortly.'],
  disk_full: [507, 'There is no room for new pictures at the moment. Please try again later.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors

/** The body of every error. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.array(z.object({ at: z.string(), message: z.string() }))),
  /** The message once more, where a new password could not be set (requirements: #error-body). */
  error: z.optional(z.string()),
})
export type ErrorBody = z.output<typeof errorBody>

/** The sentence of `email_not_confirmed`, with the address to look into. */
export const emailNotConfirmedMessage = (email: string) =>
  `Please confirm your e-mail address first: we sent a link to ${email}.`

/** What a refused sign-in says besides the wait: a reset ends that of the account. */
export const newPasswordAdvice = 'A new password by “Forgot Password” ends the wait.'

/** The sentence of a rate limit, with the time until the next attempt, and what else can be done. */
export function tooManyAttemptsMessage(seconds: number, advice?: string): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const wait = `Too many attempts. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
  return advice ? `${wait} ${advice}` : wait
}
