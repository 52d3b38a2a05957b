export { scratch } from '../../src/testing/check.ts'
export { contentOf, syncInto, testApp } from '../../src/testing/imported.ts'
