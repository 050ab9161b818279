import { pages } from '@vitrine/contract/pages'
import { type Licence, licences, licenceUrl } from '@vitrine/contract/vocabulary/licences'
import { escapeXml } from '#kit/escape-markup'

/** The licensor named in every image: the site, by its name and its URL without a trailing slash. */
export interface Licensor {
  name: string
  url: string
}

export interface ImageCredit {
  title: string
  creator: string
  licence: Licence
  /** The whole credit; null where none is asked for. */
  creditLine: string | null
  /** Its Digital Source Type (IPTC); null where nothing is known. */
  sourceUrl: string | null
}

/**
 * The licence as XMP (ISO 16684-1), in the fields that search engines and editors read: IPTC's Web Statement of Rights,
 * Licensor and Credit Line; title, creator and licence where given. Otherwise it is the site's terms, since images of
 * several licences may share a preview. Compact, since it is embedded in the smallest preview too.
 */
export function licenceXmp({ name, url }: Licensor, imageCredit?: ImageCredit): string {
  const statement = imageCredit ? licenceUrl(imageCredit.licence, url) : url + pages.terms.href()
  const credited = imageCredit?.creditLine ? imageCredit.creator : name
  const [site, terms, credit] = [`${url}/`, statement, credited].map(escapeXml)
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"' +
    ' xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"' +
    ` xmpRights:WebStatement="${terms}" photoshop:Credit="${credit}">` +
    '<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource">' +
    `<plus:LicensorURL>${site}</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>` +
    (imageCredit ? creditXmp(imageCredit) : '') +
    '</rdf:Description></rdf:RDF></x:xmpmeta>'
  )
}

function creditXmp({ title, creator, licence, creditLine, sourceUrl }: ImageCredit): string {
  const namespace = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
  return (
    `<xmpRights:UsageTerms>${alternative(licences[licence].sentence)}</xmpRights:UsageTerms>` +
    `<dc:title ${namespace}>${alternative(title)}</dc:title>` +
    `<dc:creator ${namespace}><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>` +
    (creditLine ? `<dc:rights ${namespace}>${alternative(creditLine)}</dc:rights>` : '') +
    (sourceUrl ? `<Iptc4xmpExt:DigitalSourceType ${iptcNamespace}>${sourceUrl}</Iptc4xmpExt:DigitalSourceType>` : '')
  )
}

const iptcNamespace = 'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"'

const alternative = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`
