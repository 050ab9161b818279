import { join } from 'node:path'
import type { SiteSettings } from '@vitrine/contract/site'
import { type Config, siteUrl } from '#config'
import type { MailSettings } from '#kit/mail'

/** `port` is the one that is listened on, where the address of the site follows from it. */
export function siteFromConfig(config: Config, port?: number): SiteSettings {
  const address = config.CONTACT_ADDRESS.split(';').flatMap((line) => line.trim() || [])
  return {
    name: config.SITE_NAME,
    url: siteUrl(config, port),
    contact: {
      email: config.CONTACT_EMAIL,
      phone: config.CONTACT_PHONE,
      address: address.length > 0 ? address : undefined,
    },
    social: {
      x: config.SOCIAL_X || undefined,
      facebook: config.SOCIAL_FACEBOOK || undefined,
      pinterest: config.SOCIAL_PINTEREST || undefined,
      instagram: config.SOCIAL_INSTAGRAM || undefined,
    },
    licences: config.LICENCES,
    requires_ai_statement: config.AI_STATEMENT === 'required',
    retention: {
      report_days: config.REPORT_DAYS,
      open_report_days: config.OPEN_REPORT_DAYS,
      report_text_days: config.REPORT_TEXT_DAYS,
      audit_days: config.AUDIT_DAYS,
      taken_down_file_days: config.TAKEN_DOWN_FILE_DAYS,
      taken_down_days: config.TAKEN_DOWN_DAYS,
    },
    credit: { name: config.CREDIT_NAME, url: config.CREDIT_URL || undefined },
  }
}

export const mailSettings = (config: Config): MailSettings => ({
  smtpUrl: config.SMTP_URL,
  from: { name: config.SITE_NAME, address: config.MAIL_FROM || config.CONTACT_EMAIL },
  folder: join(config.DATA_DIR, 'mail'),
})
