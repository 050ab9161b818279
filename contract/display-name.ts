interface PersonName {
  first_name: string
  last_name: string
}

/** First and last name as in the profile; empty when neither is given. */
export const fullName = ({ first_name, last_name }: PersonName) => `${first_name} ${last_name}`.trim()

/** A contributor's public name: the one in the profile, or else the username. */
export const displayName = (user: PersonName & { username: string }) => fullName(user) || user.username
