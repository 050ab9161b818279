// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code, with its own templates
/** A small fault in product code; `find` occurs exactly once in the file, so that it survives shifts of lines. */
export interface Fault {
  /** What is wrong now. */
  name: string
  file: string
  find: string
  replace: string
}

/** Chosen without looking at the tests, over all features, contract, imaging and web. */
export const faults: readonly Fault[] = [
  // server/src/features
  {
    name: 'The session of an admin ends after twelve idle days instead of hours.',
    file: 'server/src/features/accounts/auth/sessions.sql.ts',
    find: 'then make_interval(hours => ${sql.lit(accountLimits.adminIdleHours)})',
    replace: 'then make_interval(days => ${sql.lit(accountLimits.adminIdleHours)})',
  },
  {
    name: 'The history of an image names the reviewers to its contributor.',
    file: 'server/src/features/back-office/image-routes.ts',
    find: 'by: isAdmin ? by : null,',
    replace: 'by,',
  },
  {
    name: 'A drawing is refused as a copy of a blocked picture although it has other colours.',
    file: 'server/src/features/images/blocked-pictures/refuse-copies.ts',
    find: 'const original = alike.find(({ hasOtherColours }) => !hasOtherColours)',
    replace: 'const original = alike[0]',
  },
  {
    name: 'Processes do not hear of another delivery host, so their pages go on to forbid its pictures.',
    file: 'server/src/features/cdn/cdn-config.sql.ts',
    find: '    .executeTakeFirst()\n  await notify(db, cdnConfigChanged)\n  return numUpdatedRows > 0n',
    replace: '    .executeTakeFirst()\n  return numUpdatedRows > 0n',
  },
  {
    name: 'The mail with a message of the contact form has no address to reply to.',
    file: 'server/src/features/contact/feature.ts',
    find: '        replyTo: email || undefined,\n',
    replace: '',
  },
  {
    name: 'The date of a feed entry is the earlier one of its approval and its last change.',
    file: 'server/src/features/gallery/feeds/atom.ts',
    find: '(updated_at > approved_at ? updated_at : approved_at)',
    replace: '(updated_at < approved_at ? updated_at : approved_at)',
  },
  {
    name: 'The pictures of yesterday are chosen first again, and those of today are thrown out.',
    file: 'server/src/features/gallery/highlights/refresh-highlights.ts',
    find: '(day === today ? 0 : 3)',
    replace: '(day === today ? 3 : 0)',
  },
  {
    name: 'The signed address of a picture that is not public never expires.',
    file: 'server/src/features/images/image-urls.ts',
    find: 'return Number(until) * 1000 > Date.now() && mediaSigner.verify(',
    replace: 'return mediaSigner.verify(',
  },
  {
    name: 'A backup is restored over the accounts of a library that has no images yet.',
    file: 'server/src/features/operations/backup/tables.sql.ts',
    find: 'not exists (select from users) and not exists (select from images)',
    replace: 'not exists (select from users) or not exists (select from images)',
  },
  {
    name: 'Any password is good enough to download one’s data and to close the account: the comparison is not awaited.',
    file: 'server/src/features/accounts/auth/password-routes.ts',
    find: 'if (!(await verifyPassword(password, user?.password_hash)) || !user)',
    replace: 'if (!verifyPassword(password, user?.password_hash) || !user)',
  },
  {
    name: 'The last full page of people has a next page, which is empty.',
    file: 'server/src/features/moderation/people/people-routes.ts',
    find: 'next: page * limits.usersPerPage < count ?',
    replace: 'next: page * limits.usersPerPage <= count ?',
  },
  {
    name: 'Downloads of a week ago make an image trend more than those of today.',
    file: 'server/src/features/publishing/trending.sql.ts',
    find: '(${sql.lit(limits.trendingDays)}::int - age)',
    replace: '(${sql.lit(limits.trendingDays)}::int + age)',
  },
  {
    name: 'Images that visitors do not see can be reported, which tells that they exist.',
    file: 'server/src/features/moderation/reports/reports.sql.ts',
    find: 'select id, title from images where slug = ${slug} and pub_no is not null`',
    replace: 'select id, title from images where slug = ${slug}`',
  },
  {
    name: 'Of the forms of a word the least used is suggested.',
    file: 'server/src/features/search/suggestions.ts',
    find: 'new Map(words.toReversed().map((word) => [stemOf(word), word]))',
    replace: 'new Map(words.map((word) => [stemOf(word), word]))',
  },
  {
    name: 'The evidence of a take-down is deleted while a counter-notice to it is open.',
    file: 'server/src/features/moderation/take-downs/take-down.sql.ts',
    find: 'where taken_down_at < now() - make_interval(days => ${days}) and not ${mayReturn}',
    replace: 'where taken_down_at < now() - make_interval(days => ${days})',
  },
  {
    name: 'One image more than the quota allows may wait for review.',
    file: 'server/src/features/uploads/quota.ts',
    find: 'if (use.pending >= quota.pending)',
    replace: 'if (use.pending > quota.pending)',
  },
  {
    name: 'The audit log of a person lacks what they did to others.',
    file: 'server/src/features/accounts/users/audit.sql.ts',
    find: '(user_id in (${ids}) or actor_id in (${ids}))',
    replace: '(user_id in (${ids}))',
  },
  // server/src/kit
  {
    name: 'Answers lack X-Content-Type-Options, so browsers may guess what a file is.',
    file: 'server/src/kit/http/security-headers.ts',
    find: "  'x-content-type-options': 'nosniff',\n",
    replace: '',
  },
  {
    name: 'Each address of an IPv6 network counts on its own, so that its owner evades every rate limit.',
    file: 'server/src/kit/http/client-network.ts',
    find: 'parsed.parts.fill(0, bits / 16)',
    replace: 'parsed.parts',
  },
  {
    name: 'The API keys of a blocked person go on working.',
    file: 'server/src/kit/http/endpoints.ts',
    find: "  if (caller.is_block) throw fail('blocked')\n",
    replace: '',
  },
  {
    name: 'Mails lack the header by which mail programs unsubscribe with one click.',
    file: 'server/src/kit/mail.ts',
    find: "          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',\n",
    replace: '',
  },
  // server/src/imaging
  {
    name: 'A PNG whose tRNS chunk has an entry for each colour of the palette is refused as malformed.',
    file: 'server/src/imaging/png/png-rules.ts',
    find: 'length >= 1 && length <= this.#paletteEntries',
    replace: 'length >= 1 && length < this.#paletteEntries',
  },
  {
    name: 'A profile picture taken with a turned phone lies on its side.',
    file: 'server/src/imaging/run-job.ts',
    find: "return image.autoOrient().toColourspace('srgb')",
    replace: "return image.toColourspace('srgb')",
  },
  {
    name: 'The full-size PNG that is made for a download keeps the metadata of the original.',
    file: 'server/src/imaging/derivative.ts',
    find: 'return insertXmp(original, xmp)',
    replace: 'return insertXmp(file, xmp)',
  },
  {
    name: 'The provenance is read from the oldest manifest, that of an ingredient, instead of the active one.',
    file: 'server/src/imaging/png/content-credentials.ts',
    find: '.slice(-MAX_MANIFESTS).reverse()',
    replace: '.slice(-MAX_MANIFESTS)',
  },
  // contract
  {
    name: 'A contributor can give a public picture under CC BY the library’s own licence.',
    file: 'server/src/features/back-office/edit-rules.ts',
    find: "to === from || to === 'cc0'",
    replace: "to === from || to === 'library' || to === 'cc0'",
  },
  {
    name: 'An account needs one day more than the rules say for each level.',
    file: 'contract/vocabulary/trust/trust-levels.ts',
    find: 'account_days >= rule.accountDays',
    replace: 'account_days > rule.accountDays',
  },
  {
    name: 'Anyone can register as “Admin”: official names are refused in lower case alone.',
    file: 'contract/calls/accounts/auth.ts',
    find: 'officialUsernames.includes(name.toLowerCase())',
    replace: 'officialUsernames.includes(name)',
  },
  {
    name: 'A picture without any transparency counts as verified.',
    file: 'contract/measures/findings.ts',
    find: '!findings.some(({ kind }) => unverifiedKinds.includes(kind))',
    replace: '!findings.some(({ kind }) => faultKinds.some((fault) => fault === kind))',
  },
  {
    name: 'Contributors can read the account of anyone, with e-mail address and phone number.',
    file: 'contract/calls/accounts/people.ts',
    find: "one: endpoint('GET', '/accounts/users/:username/', {\n    access: 'admin',",
    replace: "one: endpoint('GET', '/accounts/users/:username/', {\n    access: 'signed-in',",
  },
  // web/src
  {
    name: 'Choosing a filter on page 3 leads to page 3 of what it leaves.',
    file: 'web/src/pages/home/filters.tsx',
    find: 'href={searchHref({ ...search, page: 1, [filter]: isChosen',
    replace: 'href={searchHref({ ...search, [filter]: isChosen',
  },
  {
    name: 'The last page of a list has a link to a next one.',
    file: 'web/src/ui/pager.tsx',
    find: '{page < pages && (',
    replace: '{page <= pages && (',
  },
  {
    name: 'A full tray takes one image more, with which its zip is refused.',
    file: 'web/src/tray/toggle-in-tray.ts',
    find: 'else if (images.length < limits.trayImages)',
    replace: 'else if (images.length <= limits.trayImages)',
  },
  {
    name: 'From the first image of a page of results “previous” leads to the first image of the page before.',
    file: 'web/src/pages/image-detail/stage/neighbours.tsx',
    find: 'neighbour(pageBefore.images.at(-1), pageBefore.href)',
    replace: 'neighbour(pageBefore.images[0], pageBefore.href)',
  },
  {
    name: 'The side panel overwrites what someone else has changed meanwhile: it sends no version.',
    file: 'web/src/pages/back-office/image-manager/drafts.ts',
    find: 'const edit = { ...texts, version: image.version }',
    replace: 'const edit = { ...texts, version: undefined }',
  },
  {
    name: 'A change that could still be undone is lost when the next one is made.',
    file: 'web/src/pages/back-office/image-manager/pending-save.ts',
    find: '  void flushSave()\n  pendingSave.set(',
    replace: '  takeSave()\n  pendingSave.set(',
  },
  {
    name: 'Applying a waiting edit says that it was rejected, and the other way round.',
    file: 'web/src/pages/back-office/image-manager/use-image-mutations.ts',
    find: 'const done = shared.editDecided[decision.status]',
    replace: "const done = shared.editDecided[decision.status === 'approved' ? 'rejected' : 'approved']",
  },
  {
    name: 'In the review “next” leads to the previous image, and “previous” to the next.',
    file: 'web/src/pages/back-office/review/review-session.ts',
    find: '(undecided[index + step] ?? undecided[index]!)',
    replace: '(undecided[index - step] ?? undecided[index]!)',
  },
  {
    name: 'The question before a block proposes to hide all images of the person.',
    file: 'web/src/pages/back-office/users/account-status.tsx',
    find: 'const [hidesImages, setHidesImages] = useState(false)',
    replace: 'const [hidesImages, setHidesImages] = useState(true)',
  },
  {
    name: 'Files that one person has chosen are uploaded by the person who has signed in meanwhile.',
    file: 'web/src/pages/back-office/upload/sending/send-batch.ts',
    find: 'if (session?.user.username !== username) {',
    replace: 'if (!session || !username) {',
  },
]
