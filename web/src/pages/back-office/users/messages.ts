export const messages = {
  loading: 'Loading users...',
  failed: 'Error loading users.',
  none: 'No users found.',
  noneHint: 'No account fits this search and filter.',
  showAll: 'Show everyone',
  count: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'account' : 'accounts'}`,
  roles: { admin: 'Admins', user: 'Contributors' },
  states: { active: 'Active', blocked: 'Blocked' },
  role: { admin: 'Admin', user: 'Contributor' },
  you: 'This is you',
  history: 'What happened',
  blockEffects: [
    'They are signed out everywhere at once, and told how to write to us.',
    'Their public page is gone for as long as they are blocked.',
  ],
  theirImages: (approved: number) =>
    `Their ${approved.toLocaleString('en')} approved ${approved === 1 ? 'image' : 'images'}`,
  imageChoices: {
    public: { label: 'Stay public', hint: 'Anyone finds and downloads them as before.' },
    hidden: { label: 'Hide while blocked', hint: 'Visitors find none of them. Unblocking brings them back.' },
  },
  unblockEffects: ['They can sign in again. Their public page is back if they had one.'],
  makeRole: { admin: 'Make an admin', user: 'Make a contributor' },
  sureToMake: {
    admin: (username: string) => `Make ${username} an admin?`,
    user: (username: string) => `Make ${username} a contributor?`,
  },
  roleEffects: {
    admin: [
      'They may review, edit and delete all images, manage users and configure the site.',
      'Their password stays. They see the admins’ pages from their next sign-in on.',
    ],
    user: ['They may manage only their own images.', 'They are signed out everywhere. Their password stays.'],
  },
  editStatus: { pending: 'Edit pending', approved: 'Edit approved', rejected: 'Edit rejected' },
  noDecisions: 'Nothing has been decided yet.',
  imageNumbers: ({ approved, pending, rejected }: { approved: number; pending: number; rejected: number }) =>
    `${approved.toLocaleString('en')} approved · ${pending.toLocaleString('en')} pending · ` +
    `${rejected.toLocaleString('en')} rejected`,
}
