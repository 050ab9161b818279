/** Limits of reports and of decisions about them; apart from the others, which every visitor loads. */
export const reportLimits = {
  /** Reports of one network within an hour, and about one image; further ones wait for an hour. */
  perHour: 10,
  perImage: 3,
  /** Mails about reports to one address whose owner has confirmed nothing, on a day in UTC. */
  mailsPerDay: 10,
  /** Characters of the longer fields of a report, and of a name or signature. */
  text: 3_000,
  line: 200,
  /** Reports and decisions about one image that an admin sees at once, and decisions about its contributor's others. */
  shown: 20,
  endedShown: 5,
  /** Days after its decision, and without one, for which the address and network of a reporter are kept. */
  addressDays: 90,
  openAddressDays: 365,
  /** Days from a counter-notice to the return of the picture; 18 are 10 to 14 business days (17 U.S.C. 512(g)). */
  counterNoticeDays: 18,
  /** Minutes from a report to the mail to the admins, which tells of all until then. */
  digestMinutes: 30,
} as const
