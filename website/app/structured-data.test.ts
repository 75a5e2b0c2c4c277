import { expect, test } from 'vitest'
import { brand } from './brand.ts'
import { homeFaqItems } from './content/faq.ts'
import { promises } from './content/promises.ts'
import { structuredData } from './structured-data.ts'

const site = 'https://fondly.example'
const maker = `${site}/#organization`

function part(type: string): unknown {
  return structuredData(site)['@graph'].find((each) => each['@type'] === type)
}

test('the structured data describes the organisation, the website and the application with its price', () => {
  expect(structuredData(site)['@context']).toBe('https://schema.org')
  expect(part('Organization')).toEqual({
    '@type': 'Organization',
    '@id': maker,
    name: brand.name,
    url: `${site}/`,
    email: brand.mailboxes.team,
    logo: `${site}/icon-512.png`,
  })
  expect(part('WebSite')).toEqual({
    '@type': 'WebSite',
    name: brand.name,
    url: `${site}/`,
    description: brand.description,
    publisher: { '@id': maker },
  })
  expect(part('SoftwareApplication')).toEqual({
    '@type': 'SoftwareApplication',
    name: brand.name,
    description: brand.description,
    operatingSystem: 'macOS, Windows',
    softwareVersion: 'Beta',
    applicationCategory: 'MultimediaApplication',
    featureList: promises.map(({ text }) => text),
    downloadUrl: `${site}/download`,
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    publisher: { '@id': maker },
  })
})

test('the structured data contains every FAQ question with its answer', () => {
  const questions = homeFaqItems.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  expect(part('FAQPage')).toEqual({ '@type': 'FAQPage', mainEntity: questions })
})

test('the structured data contains no rating or review', () => {
  expect(JSON.stringify(structuredData(site))).not.toMatch(/aggregateRating|ratingValue|review/i)
})
