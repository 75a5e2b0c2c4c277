import { brand } from './brand.ts'
import { homeFaqItems } from './content/faq.ts'
import { betaPrice, promises } from './content/promises.ts'

/**
 * Returns the schema.org data of the home page, from the same texts that the page shows. It contains no rating, because there are no
 * real ratings.
 */
export function structuredData(siteUrl: string) {
  const organization = {
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: brand.name,
    url: `${siteUrl}/`,
  }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { ...organization, email: brand.mailboxes.team, logo: `${siteUrl}/icon-512.png` },
      {
        '@type': 'WebSite',
        name: brand.name,
        url: `${siteUrl}/`,
        description: brand.description,
        publisher: { '@id': organization['@id'] },
      },
      {
        '@type': 'SoftwareApplication',
        name: brand.name,
        description: brand.description,
        operatingSystem: 'macOS, Windows',
        // States 'Beta' instead of the app's exact version, which is in version.json and changes without a rebuild of the site.
        softwareVersion: 'Beta',
        applicationCategory: 'MultimediaApplication',
        featureList: promises.map((promise) => promise.text),
        downloadUrl: `${siteUrl}/download`,
        offers: { '@type': 'Offer', price: betaPrice.amount, priceCurrency: betaPrice.currency },
        publisher: { '@id': organization['@id'] },
      },
      {
        '@type': 'FAQPage',
        mainEntity: homeFaqItems.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }
}
