import { i18n } from '@lingui/core';
import { compileMessage } from './compile-message.ts';

/*
 * English is the language of the source, so its messages travel with the code of each page and no catalogue is loaded
 * for it; locales/en.po is what translators work from. A further language loads its compiled catalogue here.
 */
i18n.setMessagesCompiler(compileMessage);
i18n.load('en', {});
i18n.activate('en');

export { i18n };
