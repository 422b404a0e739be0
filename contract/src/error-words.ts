import { z } from 'zod';

/** What a user reads where a schema has no message of its own: what to enter, not what a program expected. */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'too_big':
        return issue.origin === 'string'
          ? `Enter at most ${issue.maximum} characters.`
          : issue.origin === 'array'
            ? `Choose at most ${issue.maximum}.`
            : `Enter at most ${issue.maximum}.`;
      case 'too_small':
        return issue.origin === 'string'
          ? Number(issue.minimum) <= 1
            ? 'Enter a value.'
            : `Enter at least ${issue.minimum} characters.`
          : issue.origin === 'array'
            ? `Choose at least ${issue.minimum}.`
            : `Enter at least ${issue.minimum}.`;
      case 'invalid_value':
        return 'Choose one of the options.';
      case 'invalid_type':
        return issue.expected === 'int' ? 'Enter a whole number.' : 'Enter a value.';
      case 'invalid_format':
        return issue.format === 'uuid' ? 'Choose a record that exists.' : 'Enter a valid value.';
      default:
        return undefined;
    }
  },
});
