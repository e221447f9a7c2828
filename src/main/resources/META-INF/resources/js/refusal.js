/** Why the service refused something, in the reader's language: by problem type, and for broken rules by their codes. */
import { FIELD_OF } from './content.js';
import { has, t } from './i18n.js';
import { problemOf } from './retry.js';

/** @param {object|null} problem the body of the answer; null if there is none */
export function refusalOf(problem) {
  if (problem?.violations?.length) return problem.violations.map(violationOf).join('; ');
  return problemWords(problem && problemOf({ body: problem }), problem?.detail ?? problem?.title ?? '');
}

/** The words for a problem type; `otherwise` for a type that only a newer version of the service knows. */
export const problemWords = (type, otherwise) => (has(`problem.${type}`) ? t(`problem.${type}`) : otherwise);

const violationOf = (violation) => t('violation.named', { field: fieldName(violation.field), rule: ruleOf(violation) });

/** The rule that was broken, by its code; in the words of the service if the code is newer than this page. */
export const ruleOf = ({ code, message }) => (has(`violation.${code}`) ? t(`violation.${code}`) : message);

/** What the page calls a member or parameter, so that the reader finds it. */
function fieldName(field) {
  const name = [`table.filter.${field}`, `apply.${FIELD_OF[field]}`, `move.${field}`].find(has);
  return name ? t(name) : field;
}
