import type { CoverageLine } from '../../coverage/coverage-line.ts';
import { PLAN_NUMBERS, type CensusField } from './census-fields.ts';
import { mappingKey, type MappedColumn } from './census-mapping.ts';
import { wordsOf } from './census-values.ts';
import { isNumbered, ofNumbered, planNumbersOf } from './numbered-plans.ts';
import { settleTerm, type TermColumn } from './term-column.ts';

/** `dependent` is 0 for the row's own person, 1, 2 … for the dependents of a wide row (Dep1 SSN, Dep2 First Name), 20 for its spouse and 21, 22 … for its children. */
export type CensusColumn = { index: number; heading: string; field: CensusField; dependent: number; how: ColumnMatch };

/** How a column was understood: by what is remembered of its sender, by a heading that means the field, or by one that probably does. */
export type ColumnMatch = 'remembered' | 'sure' | 'likely';

/** `ignored` headings nobody knows; `leftOut` are the ones that the sender's mapping leaves out. `term` is a heading such as Term Date that could mean two ends, and what it was taken for. */
export type MatchedColumns = { columns: CensusColumn[]; ignored: string[]; leftOut: string[]; term?: TermColumn | undefined };

/** From this rank on a heading is known only without its prefix. */
const LIKELY_FROM = 100;

/**
 * The headings that mean a field, as words without blanks and signs, the better ones first: where a row fills several, the first in this order
 * counts. Prefixes such as Employee, Subscriber or Member are taken off when the heading is not known with them.
 */
const SYNONYMS: Readonly<Partial<Record<CensusField, string>>> = {
  familyId: 'familyid familyno familynumber family householdid household employerassignedfamilyid familykey familycode familynum hhid householdnumber',
  subscriberKey:
    'subscriberssn employeessn eessn subscriberid subscribernumber subscriberno subscriberkey primaryssn primaryid employeesocialsecuritynumber subscribersocialsecuritynumber policyholderid subscriberssnnumber eessnnumber employeesocial',
  relationship:
    'relationship relation rel relationshiptoemployee relationshiptosubscriber relationtoemployee reltoee relationshipcode eeordependent memberrelationship dependentrelationship relcode persontype membertype relationshiptype enrolleetype eespch eespdep dependenttype relationshipdescription relationshipname memberrel enrolleerelationship relationshiptoinsured mbrtype familymembertype mbrrel mbrrelationship eedep memberordependent subscriberordependent subscriberdependent subdep employeeordependent employeedependent typeofenrollee typeofmember typeofperson relationshiptomember relationshiptoprimary relationshiptopolicyholder relationtosubscriber relationtomember reltosubscriber reltomember deprel dependentrel deprelation dependentrelation deprelationshipcode deprelationship employeespousechild employeespousedependent selfspousechild parentesco relacion relación beziehung verwandtschaft verwandtschaftsverhältnis verwandtschaftsverhaeltnis lien liendeparenté liendeparente parenté parente',
  action: 'action transaction transactiontype maintenancetype changetype actioncode',
  fullName: 'name fullname membername employeename personname nameofemployee fulllegalname legalname lastnamefirstname lastfirst lastfirstmi lastnamefirstnamemi employeefullname memberfullname nameoflastfirst payrollname workername associatename participantname enrolleename insuredname preferredfullname worker',
  firstName: 'firstname fname first givenname forename firstname1 namefirst legalfirstname legalfirst firstlegalname givennames nombre primernombre firstmi firstnamemi firstnamemiddleinitial vorname vornamen rufname prénom prenom prénoms prenoms given fn',
  middleName: 'middlename middle mname mi middleinitial middlenameorinitial minitial namemiddle legalmiddlename middleinit midinitial minit',
  lastName: 'lastname lname last surname familyname lastname1 namelast legallastname legallast lastlegalname familynames apellido apellidos nachname familienname zuname nom nomdefamille primerapellido ln',
  suffix: 'suffix namesuffix namesfx sfx suffixname jrsr generation',
  ssn: 'ssn socialsecuritynumber socialsecurityno socialsecurity social ssntin ssnplain tin ssnumber ss socsec socialsecuritynum ssnnumber taxid socsecno socialsecuritynbr fullssn ssnitin ssnortin ssnunmasked unmaskedssn nationalid nationalidnumber nationalidentifier socsecnumber employeesocialsecurity segurosocial numerodesegurosocial personlegalid legalid',
  dateOfBirth: 'dateofbirth dob birthdate birthday birth dobdate bdate birthdt dobmmddyyyy dateborn fechadenacimiento fechanacimiento fechadenac fechanac geburtsdatum geburtstag gebdatum gebdat datedenaissance naissance',
  gender: 'gender sex gendercode legalsex sexatbirth birthsex legalgender genderidentity mf malefemale sexo gendersex sexgender genero género geschlecht sexe anrede',
  email: 'email emailaddress emailwork workemail emailid mail emailpersonal personalemail homeemail emailhome workemailaddress personalemailaddress homeemailaddress businessemail emailwork1 primaryemail workcontactworkemail personalcontactpersonalemail emailaddresswork correo correoelectronico correoelectrónico emailadresse courriel adressecourriel',
  phone:
    'phone phonenumber telephone mobile cell cellphone mobilephone homephone phonehome workphone phonework tel primaryphone telephonenumber contactnumber daytimephone daytimephonenumber cellphonenumber cellnumber mobilenumber mobilephonenumber homephonenumber workphonenumber phoneno phonehomenumber contactphone personalcontactpersonalmobile personalcontacthomephone personalcell homephonenumber1 primaryphonenumber telefono teléfono telefonnummer handy mobiltelefon téléphone',
  addressLine1:
    'address address1 addressline1 street streetaddress addr addr1 homeaddress mailingaddress street1 residenceaddress homeaddress1 homestreet homeaddressstreet1 homeaddressline1 homestreetaddress mailingaddress1 mailingaddressline1 streetaddress1 streetaddressline1 primaryaddress primaryaddressaddressline1 primaryaddressline1 residentialaddress physicaladdress residenceaddress1 permanentaddress addressstreet addressstreet1 homeaddressstreet addressln1 fulladdress fullhomeaddress homeaddressfull fullmailingaddress completeaddress addressfull direccion dirección strasse straße adresse rue addressline',
  addressLine2: 'address2 addressline2 addr2 street2 apt unit apartment suite homeaddress2 homeaddressline2 homeaddressstreet2 mailingaddress2 mailingaddressline2 streetaddress2 primaryaddressline2 primaryaddressaddressline2 aptsuite aptunit aptno aptnumber unitnumber apartmentnumber suitenumber addressln2',
  city: 'city town homecity addresscity residencecity mailingcity citytown cityname homeaddresscity primaryaddresscity municipality ciudad ort wohnort stadt ville citystatezip citystatezipcode citystzip citystate cityst citystatepostalcode',
  state: 'state homestate province addressstate statecode st residencestate mailingstate stateprovince stateabbreviation stateabbr homeaddressstate primaryaddressstate stateofresidence primaryaddressstateterritorycode stateterritory stateterritorycode estado countrysubdivisioncode countrysubdivision homeaddressstateterritorycode homeaddressstateterritory',
  zip: 'zip zipcode postalcode postcode zip5 homezip homezipcode addresszip mailingzip residencezip postal zippostalcode zipcode5 zip5digit homeaddresszip homeaddresszipcode homeaddresspostalcode primaryaddresszip primaryaddresszipcode primaryaddresspostalcode zippostal codigopostal códigopostal plz postleitzahl codepostal homeaddresszippostalcode homeaddresszippostal',
  country: 'country countrycode countryname homecountry addresscountry addresscountrycode mailingcountry residencecountry countryofresidence homeaddresscountry homeaddresscountrycode primaryaddresscountry primaryaddresscountrycode primaryaddresscountryname countryregion countryiso countryisocode isocountrycode país land wohnland pays',
  employeeId:
    'employeeid eeid empid employeenumber employeeno eenumber eeno empno employeeextid payrollid badge badgenumber fileno filenumber clocknumber personnelnumber workerid associateid employeecode empcode payrollnumber payrollno employeekey workernumber employeefilenumber empnum empnumber eenum employeenum uniqueid numerodeempleado',
  memberId: 'memberid membernumber carriermemberid carrierid insuranceid certificatenumber memberno memberidnumber insuranceidnumber memberidno',
  jobTitle: 'jobtitle title position occupation job positiontitle jobposition jobdescription role positionname jobname jobtitledescription businesstitle positiondescription puesto',
  department: 'department dept division departmentname costcenter departmentcode deptname departmentdescription homedepartment',
  classKey: 'class classcode employeeclass benefitclass benefitgroup eeclass classid classname coverageclass benefitclasscode eligibilityclass classification',
  locationKey: 'location worklocation site office locationcode worksite branch locationname locationid worklocationname officelocation locationcodename',
  salary:
    'salary annualsalary annualpay annualearnings basesalary annualcompensation compensation annualincome income wages annualwages yearlysalary salaryamount earnings annualrate basepay annualbasesalary annualizedsalary salarywage baseannualsalary annualbasepay salaryannual yearlyearnings annualsalaryamount benefitsalary jahresgehalt salario salarioanual',
  salaryPer: 'salaryperiod salaryfrequency salarybasis salaryper salaryunit salarytype compensationfrequency compensationperiod compensationbasis paybasis ratebasis',
  hireDate:
    'hiredate dateofhire doh datehired hired originalhiredate employmentdate employmentstartdate startdatejob dateofemployment employmentbegin mostrecenthiredate lasthiredate currenthiredate latesthiredate hiredt dateofhireoriginal rehiredate employmenthiredate fechadecontratacion fechadecontratación fechadeingreso eintrittsdatum eintritt datedembauche dateembauche',
  terminationDate:
    'termdate terminationdate dateoftermination dot termed dateterminated separationdate employmentenddate termination enddateofemployment lastdayworked termdt employmentterminationdate employmenttermdate lastdayofwork lastdayofemployment dateofterm departuredate lastday',
  status: 'status employeestatus employmentstatus empstatus positionstatus workerstatus eestatus statuscode enrollmentstatus electionstatus coveragestatus benefitstatus benstatus activestatus jobstatus workstatus userstatus lifecyclestatus',
  reason: 'reason terminationreason termreason maintenancereason changereason eventreason qualifyingevent',
  cobra: 'cobra iscobra cobraindicator oncobra cobrayn cobraparticipant cobramember cobrastatus cobraflag cobraenrolled cobraelected cobraenrollee',
  cobraBegin: 'cobrastart cobrastartdate cobrabegin cobrabegindate cobraeffectivedate cobraeffdate cobraeffective cobrafrom cobraeffdt cobrafirstday cobracoveragestart cobracoveragestartdate',
  cobraEnd: 'cobraend cobraenddate cobratermdate cobraterminationdate cobraexpiration cobraexpirationdate cobraterm cobrauntil cobrathrough cobrathru cobralastday cobrastopdate cobracoverageend cobracoverageenddate cobramaxenddate',
  cobraEvent: 'cobraevent cobrareason cobraqualifyingevent cobraeventtype cobraeventcode cobrareasoncode cobraqualifyingeventcode cobraqualifyingeventtype cobraqe cobraeventreason reasonforcobra cobratype',
  cobraEventDate: 'cobraeventdate cobraqualifyingeventdate cobraqedate qualifyingeventdate dateofqualifyingevent dateofcobraevent cobraeventdt',
  handicapped: 'disabled handicapped isdisabled handicap disability disabledyn disableddependent',
  emergencyName: 'emergencycontact emergencycontactname emergencyname',
  emergencyPhone: 'emergencyphone emergencycontactphone emergencycontactnumber emergencynumber',
  emergencyRelationship: 'emergencyrelationship emergencycontactrelationship emergencycontactrelation',
  groupKey: 'group cim cimnumber groupnumber groupid groupno groupcode grp policynumber accountnumber groupkey cimid masterpolicynumber companycode clientid clientcode clientnumber groupnum groupid1 grpnumber',
  sponsorName:
    'sponsorname employer employername company companyname doingbusinessas dba groupname clientname client sponsor organization organizationname',
  sponsorTaxId: 'fein ein employertaxid federaltaxid employerein companyein sponsortaxid employerfein federalein',
  line: 'benefittype plantype lineofcoverage coverageline benefitline benefitcategory plancategory lineofbenefit benefitplantype coveragecategory insurancetype',
  tier: 'tier tierelected levelelected electedtier coveragetierelected coveragelevelelected coveragelevel coveragetier level coverage benefitlevel coveragetype ratetier tiercode covlevel medicaldentaltier benefittier enrollmenttier electiontier enrolledtier benefitoption coverageoption contracttype coveragetarget covlvl covcd covrgcd covrgcode coverlevel benoption',
  from: 'coveragestart coveragestartdate effectivedate benefitbegindate coverageeffectivedate coveragebegin coveragebegindate benefitstart benefitstartdate benefiteffectivedate coveragefrom planeffectivedate effective begindate effdate effectivedateofcoverage coverageeffdate coverageeffective benefiteffdate plandate effdt coverageeffectivedt enrollmenteffectivedate benefitsstart benefitsstartdate benefitseffectivedate benefitseffdate benefitsbegindate covrgbegindt covrgbegindate covrgbegdt benstartdate benstartdt benbegindate beneffdate beneffectivedate enrollmentdate electioneffectivedate startdateofcoverage plancoveragestart coveragestartdt covbegindt covbegindate coveragebegindt covstartdate coveffdate eff covstart benstart',
  until:
    'coverageend coverageenddate benefitenddate benefitend coveragetermdate coverageterminationdate coverageuntil coverageto expirationdate planenddate coveragethrough terminationdateofcoverage coveragetermination covtermdate benefittermdate benefitterminationdate coverageterm benefitstopdate benefitsend benefitsenddate benefitstermdate benefitsterminationdate covrgenddt covrgenddate benstopdate benstopdt benenddate bentermdate coveragestopdate planstopdate plantermdate planterminationdate covenddt covenddate coverageenddt electionenddate enrollmentenddate covstop benstop covend',
  waived: 'waived waive waiver waivecoverage waivedcoverage waivercoverage coveragewaived waiveall waiveallcoverage waiveallcoverages waivebenefits waivedbenefits benefitswaived decline declined declinecoverage declinedcoverage declinebenefits declinedbenefits coveragedeclined optout optedout optoutofcoverage waiverindicator waiverflag waiverstatus iswaived iswaiver waivingcoverage waiving declining waiveyn waivedyn refused refusedcoverage',
  enrolled: 'enrolled enroll isenrolled enrolledyn enrollyn enrolling covered iscovered participating enrolledinbenefits enrolledincoverage currentlyenrolled election electiontype covrgelect coverageelect',
  'plan.medical':
    'medicalplan medicalplancode medicalplanid medical medplan healthplan medicalplanname plancode planid hiosid qhpid plan planname medicalelection medicalcoverage healthinsurance health medicalbenefit planelected electedplan selectedplan planselection benefitplan benefitplanname medicalplanelection planoption medicaloption benefitplancode benefitplanid electedplanname planselected productname productcode benefitplandescr benefitplandescription plandescription planmedico planmédico plans plansenrolled enrolledplans benefitplans plannames',
  'plan.dental': 'dentalplan dentalplancode dentalplanid dental dentalplanname dentalelection dentalcoverage dentalbenefit',
  'plan.vision': 'visionplan visionplancode visionplanid vision visionplanname visionelection visioncoverage visionbenefit',
  'plan.life': 'lifeplan lifeplancode life lifeplanname lifeinsurance basiclife basiclifeplan lifeelection basiclifeadd lifeadd lifeandadd basiclifeandadd grouplife',
  'plan.disability': 'disabilityplan disabilityplancode std ltd stdplan ltdplan shorttermdisability longtermdisability disabilityplanname',
};

const LINE_WORDS: readonly [string, CoverageLine][] = [
  ['medical', 'medical'],
  ['med', 'medical'],
  ['health', 'medical'],
  ['dental', 'dental'],
  ['den', 'dental'],
  ['vision', 'vision'],
  ['vis', 'vision'],
  ['life', 'life'],
  ['disability', 'disability'],
  ['std', 'disability'],
  ['ltd', 'disability'],
];

const FIELD_OF = new Map<string, { field: CensusField; rank: number }>();
for (const [field, words] of Object.entries(SYNONYMS)) {
  for (const [rank, word] of words.split(' ').entries()) if (!FIELD_OF.has(word)) FIELD_OF.set(word, { field: field as CensusField, rank });
}

const PREFIXES = ['legal', 'home', 'mailing', 'primaryaddress', 'residence', 'residential', 'permanent', 'subscriber', 'employees', 'employee', 'worker', 'member', 'participant', 'mbr', 'insured', 'person', 'primary', 'emp', 'ee'] as const;
const DEPENDENT = /^(?:dependents?|dep|depend)(\d{1,2})(?=\D)(.*)$/;
const CHILD = /^(?:child|kid|ch)(\d{0,2})(?=\D)(.*)$/;
const SPOUSE = /^(?:spouse|sp|partner|domesticpartner|dp)(?:1?)(?=\D)(.*)$/;
/** Without a number only what a person is told apart by is taken for a dependent's: Dependent Relationship is a column of everybody's. */
const ONLY_DEPENDENT = /^(?:dependent|dep)(?=\D)(.*)$/;
const OWN_OF_A_PERSON: ReadonlySet<CensusField> = new Set(['firstName', 'middleName', 'lastName', 'fullName', 'suffix', 'ssn', 'dateOfBirth', 'gender']);
/** Where the numbers of the spouse and the children of a wide row begin; those of its other dependents are 1, 2 … */
export const SPOUSE_NUMBER = 20;
const CHILD_NUMBER = 20;
/** As lines of coverage say when they begin and end: Medical Eff Date, Dental Term Date. */
const LINE_FROM: ReadonlySet<string> = new Set('enrolldate enrollmentdate enrolleddate effdate startdate start begin begindate eff effective effectivedt'.split(' '));
const LINE_UNTIL: ReadonlySet<string> = new Set('termdate enddate end term termination terminationdate stopdate'.split(' '));

const WAIVES: ReadonlySet<string> = new Set('waive waived waiver waives waiving waiverof waiveof decline declined declines declining optout optedout optoutof optoutfor refuse refused waiveyn waivedyn waiverindicator waiverflag iswaived'.split(' '));
const ENROLLS: ReadonlySet<string> = new Set('enrolled enroll enrolledin enrollin isenrolled isenrolledin enrolledyn enrollyn enrollmentstatus enrollmentyn electionstatus status covered iscovered coveredby coveredunder participating participatingin participates participation elect elected electyn electedyn yn yesno has hasthe want wants'.split(' '));
/** Medical Coverage Election: which plan, or which level of the only one. */
const ELECTS: ReadonlySet<string> = new Set('election elections choice selection option product'.split(' '));
const NOT_TELLING = /coverages?|plans?|insurance|benefits?/g;

/** A text of more characters explains something; it heads no column. */
const LONGEST_HEADING = 200;

/** What a heading means, however it is written; undefined for one we do not know. `rank` orders headings of one field, the best being 0. */
export function fieldOfHeading(heading: string): { field: CensusField; rank: number; dependent: number } | undefined {
  if (heading.length > LONGEST_HEADING) return undefined;
  const short = heading.replace(/\(.*$/su, '');
  const spelled = [short.replaceAll('#', ' number '), short, heading.replaceAll('#', ' number '), heading].map(wordsOf);
  for (const words of new Set(spelled)) {
    const found = words === '' ? undefined : (ofDependent(words) ?? ofOwn(words));
    if (found) return ASKS_YES_OR_NO.test(heading) && isOfLine(found.field, 'plan') ? { ...found, field: `enrolled.${found.field.slice('plan.'.length) as CoverageLine}` } : found;
  }
  return undefined;
}

/** Medical (Y/N) says whether somebody has it, and not which plan. */
const ASKS_YES_OR_NO = /\(\s*(?:y\s*\/\s*n|yes\s*\/\s*no)\s*\)/i;
const isOfLine = (field: CensusField, part: string): boolean => field.startsWith(`${part}.`) && !isNumbered(field);

type Found = { field: CensusField; rank: number; dependent: number };

function ofOwn(words: string): Found | undefined {
  const found = known(words);
  return found && { ...found, dependent: 0 };
}

/** Dep2 First Name, Spouse DOB, Child 1 SSN: a field of a person who stands in the row of another. */
function ofDependent(words: string): Found | undefined {
  const numbered = DEPENDENT.exec(words);
  if (numbered) return numberedAs(Number(numbered[1]), numbered[2]);
  const child = CHILD.exec(words);
  const childs = child && numberedAs(CHILD_NUMBER + Number(child[1] || 1), child[2]);
  if (childs && (child[1] !== '' || OWN_OF_A_PERSON.has(childs.field))) return childs;
  const spouses = numberedAs(SPOUSE_NUMBER, SPOUSE.exec(words)?.[1]);
  if (spouses && OWN_OF_A_PERSON.has(spouses.field)) return spouses;
  const only = numberedAs(1, ONLY_DEPENDENT.exec(words)?.[1]);
  return only && OWN_OF_A_PERSON.has(only.field) ? only : undefined;
}

function numberedAs(dependent: number, words: string | undefined): Found | undefined {
  const found = words ? known(words) : undefined;
  return found && { ...found, dependent };
}

/** What the place of a dependent in a wide row says of the relationship: the spouse's and the children's columns are named so. */
export function relationshipOfPlace(dependent: number): 'spouse' | 'child' | undefined {
  if (dependent === SPOUSE_NUMBER) return 'spouse';
  return dependent > CHILD_NUMBER ? 'child' : undefined;
}

/** As databases call their columns: FIRST_NM, GENDER_CD, MED_EFF_DT. */
const SHORTENED: readonly (readonly [ending: string, whole: string])[] = [['nm', 'name'], ['cd', 'code'], ['dt', 'date'], ['nbr', 'number'], ['txt', '']];

/** Add/Term/Change, Add or Drop: the choices of a column for the action as its heading. */
const ACTIONS = /^(?=.*add)(?:(?:add|addition|term|termination|terminate|change|chg|delete|drop|cancel|update|new|enroll|reinstate|waive|or){2,})$/;
const OF_ACTION = { field: 'action', rank: 50 } as const;

const plainly = (words: string): { field: CensusField; rank: number } | undefined => FIELD_OF.get(words) ?? ofLine(words) ?? ofElection(words) ?? (ACTIONS.test(words) ? OF_ACTION : undefined);

function known(words: string): { field: CensusField; rank: number } | undefined {
  const direct = plainly(words) ?? ofNumbered(words, plainly);
  if (direct) return direct;
  for (const [ending, whole] of SHORTENED) if (words.endsWith(ending) && words.length > ending.length + 2) return known(words.slice(0, -ending.length) + whole);
  for (const prefix of PREFIXES) {
    const bare = words.startsWith(prefix) ? words.slice(prefix.length) : '';
    const found = bare === '' ? undefined : plainly(bare);
    if (found) return { field: found.field, rank: found.rank + LIKELY_FROM };
  }
  return undefined;
}

/** Medical Tier, Dental Effective Date, Vision Coverage End: a field of one line of coverage. */
function ofLine(words: string): { field: CensusField; rank: number } | undefined {
  for (const [word, line] of LINE_WORDS) {
    const rest = words.startsWith(word) ? words.slice(word.length) : words.endsWith(word) ? words.slice(0, -word.length) : undefined;
    if (rest && LINE_FROM.has(rest)) return { field: `from.${line}`, rank: 0 };
    if (rest && LINE_UNTIL.has(rest)) return { field: `until.${line}`, rank: 0 };
    const found = rest ? FIELD_OF.get(rest) : undefined;
    if (found?.field === 'tier') return { field: `tier.${line}`, rank: found.rank };
    if (found?.field === 'from') return { field: `from.${line}`, rank: found.rank };
    if (found?.field === 'until') return { field: `until.${line}`, rank: found.rank };
    if (found?.field === 'plan.medical' && rest?.startsWith('plan')) return { field: `plan.${line}`, rank: found.rank };
  }
  return undefined;
}

/** Waive Medical, Dental Coverage Declined, Enrolled in Vision: yes or no to a line; Medical Coverage Election: what is taken of it. */
function ofElection(words: string): { field: CensusField; rank: number } | undefined {
  for (const [word, line] of LINE_WORDS) {
    if (!words.includes(word)) continue;
    const rest = words.replace(word, '').replace(NOT_TELLING, '');
    if (ELECTS.has(rest)) return { field: `plan.${line}`, rank: 50 };
    if (WAIVES.has(rest)) return { field: `waived.${line}`, rank: 0 };
    if (ENROLLS.has(rest)) return { field: `enrolled.${line}`, rank: 0 };
  }
  return undefined;
}

const plainHeading = (heading: string): string => heading.trim().replace(/\s+/g, ' ');

/**
 * Matches a row of headings; what is remembered of the sender wins. The columns come in the order of their rank, so that the first filled one of a
 * field counts. A Subscriber SSN beside a person's own SSN is the link of a dependent to its subscriber; alone it is the person's own.
 */
export function matchColumns(headings: readonly string[], remembered: readonly MappedColumn[] = []): MatchedColumns {
  const told = new Map(remembered.map((column) => [mappingKey(column.heading), column]));
  const ranked: { column: CensusColumn; rank: number }[] = [];
  const ignored: string[] = [];
  const leftOut: string[] = [];
  for (const [index, cell] of headings.entries()) {
    const heading = plainHeading(cell);
    if (heading === '') continue;
    const own = told.get(mappingKey(heading));
    const found = own ? undefined : fieldOfHeading(cell);
    if (own?.field) ranked.push({ column: { index, heading, field: own.field, dependent: own.dependent, how: 'remembered' }, rank: -1 });
    else if (own) leftOut.push(heading);
    else if (found) ranked.push({ column: { index, heading, field: found.field, dependent: found.dependent, how: found.rank < LIKELY_FROM ? 'sure' : 'likely' }, rank: found.rank });
    else ignored.push(heading);
  }
  const own = (field: CensusField): boolean => ranked.some(({ column }) => column.field === field && column.dependent === 0);
  const isWide = ranked.some(({ column }) => column.dependent > 0);
  for (const { column } of ranked) {
    if (column.how !== 'remembered' && column.field === 'subscriberKey' && /ssn|social/i.test(column.heading) && (isWide || !own('ssn'))) column.field = 'ssn';
  }
  for (const { column } of ranked) if (column.how !== 'remembered') ofDependentsOwn(column, ranked.map((one) => one.column));
  const ofOthers = ranked.filter(({ column }) => column.how !== 'remembered' && isOfSubscriber(column, ranked.map((one) => one.column)));
  // A level or a date that is counted belongs to a plan of that number.
  const numbers = planNumbersOf(ranked.map(({ column }) => column.field));
  ofOthers.push(...ranked.filter(({ column: { field, how } }) => how !== 'remembered' && isNumbered(field) && !numbers.some((number) => field.endsWith(`.${number}`))));
  for (const one of ofOthers) ignored.push(ranked.splice(ranked.indexOf(one), 1)[0]?.column.heading ?? '');
  const term = settleTerm(ranked.map(({ column }) => column));
  countRepeated(ranked.map(({ column }) => column));
  ranked.push(...besideCoverage(headings, ranked.map(({ column }) => column), ignored).map((column) => ({ column, rank: LIKELY_FROM })));
  ranked.push(...namesOfOthers(headings, ranked.map(({ column }) => column), ignored).map((column) => ({ column, rank: LIKELY_FROM })));
  ranked.sort((a, b) => a.rank - b.rank || a.column.index - b.column.index);
  return { columns: ranked.map(({ column }) => column), ignored, leftOut, ...(term && { term }) };
}

/** Dependent Relationship beside Dependent Name and the employee's own: a field of the dependent in the row. */
function ofDependentsOwn(column: CensusColumn, all: readonly CensusColumn[]): void {
  if (column.field !== 'relationship' || column.dependent !== 0 || !/^dep(?:endent)?s?rel/.test(wordsOf(column.heading))) return;
  const isNamed = (dependent: number): boolean => all.some((one) => one.dependent === dependent && (one.field === 'firstName' || one.field === 'fullName'));
  if (isNamed(0) && isNamed(1)) column.dependent = 1;
}

const OPEN_PLAN = /^(?!.*(?:med|health))/;
const PARTS = ['tier', 'from', 'until'] as const;

/** Plan, Tier, Start, Plan, Tier, Start: headings that are repeated for the row's second plan, as if they were counted. */
function countRepeated(columns: CensusColumn[]): void {
  const inOrder = columns.filter(({ dependent, how }) => dependent === 0 && how !== 'remembered').toSorted((a, b) => a.index - b.index);
  const plans = inOrder.filter(({ field, heading }) => field === 'plan.medical' && OPEN_PLAN.test(wordsOf(heading)));
  const again = plans.filter((one) => wordsOf(one.heading) === wordsOf(plans[0]?.heading ?? ''));
  for (const [place, plan] of again.entries()) {
    const number = PLAN_NUMBERS[place - 1];
    if (number === undefined) continue;
    const behind = inOrder.filter(({ index }) => index > plan.index && index < (again[place + 1]?.index ?? Infinity));
    plan.field = `plan.${number}`;
    for (const part of PARTS) for (const one of behind) if (one.field === part) one.field = `${part}.${number}`;
  }
}

const OF_SUBSCRIBER = /^(?:subscriber|employee|ee|policyholder|primary)/;
const OF_MEMBER = /^(?:member|person|patient|participant|enrollee)/;

/** Subscriber First Name beside Member First Name: the row is about the member. */
function isOfSubscriber({ field, dependent, heading }: CensusColumn, all: readonly CensusColumn[]): boolean {
  if (dependent !== 0 || !OWN_OF_A_PERSON.has(field) || field === 'ssn' || !OF_SUBSCRIBER.test(wordsOf(heading))) return false;
  return all.some((one) => one.field === field && one.dependent === 0 && OF_MEMBER.test(wordsOf(one.heading)));
}

/** Headings that mean coverage beside others that do: End Date beside a plan, Start beside Stop, Benefit beside its name. Takes them from the ignored ones. */
const BESIDE: Readonly<Record<string, CensusField>> = { start: 'from', begin: 'from', startdate: 'from', from: 'from', end: 'until', stop: 'until', to: 'until', thru: 'until', through: 'until', enddate: 'until', stopdate: 'until', enddt: 'until', throughdate: 'until', thrudate: 'until', expire: 'until', expires: 'until', benefit: 'line', product: 'line' };

const OF_THE_JOB = ['hireDate', 'status', 'jobTitle', 'salary', 'department', 'terminationDate'] as const satisfies readonly CensusField[];

function besideCoverage(headings: readonly string[], columns: readonly CensusColumn[], ignored: string[]): CensusColumn[] {
  const has = (field: CensusField): boolean => columns.some((one) => one.field === field && one.dependent === 0);
  const hasPlan = has('plan.medical');
  return headings.flatMap((cell, index): CensusColumn[] => {
    const heading = plainHeading(cell);
    const meant = BESIDE[wordsOf(heading)];
    if (meant === undefined || !ignored.includes(heading)) return [];
    // A start alone, or beside what tells of the job, may be that of the job.
    if (meant === 'from' && (OF_THE_JOB.some(has) || !(has('until') || headings.some((other) => BESIDE[wordsOf(other)] === 'until')))) return [];
    const isProduct = wordsOf(heading) === 'product';
    const field = isProduct && !hasPlan ? 'plan.medical' : meant;
    if (has(field) || (field === 'line' ? !hasPlan || isProduct : field === 'plan.medical' ? false : !(hasPlan || has('line') || has('from')))) return [];
    ignored.splice(ignored.indexOf(heading), 1);
    return [{ index, heading, field, dependent: 0, how: 'likely' }];
  });
}

const WHOLE_NAME = [
  [/^(?:employee|subscriber|member|participant|insured|enrollee|associate)()$/, 0],
  [/^(?:spouse|partner|domesticpartner|spousepartner)()$/, SPOUSE_NUMBER],
  [/^(?:child|kid)(\d{1,2})$/, CHILD_NUMBER],
  [/^(?:dependent|dep)(\d{1,2})$/, 0],
  [/^(?:dependent|dep)()$/, 1],
] as const;

const TELLS_WHO: ReadonlySet<CensusField> = new Set(['ssn', 'dateOfBirth', 'hireDate']);

/** Spouse beside Spouse DOB, Employee beside an SSN or a birth date where no column is for names: nothing else can stand there than the name. Takes them from the ignored ones. */
function namesOfOthers(headings: readonly string[], columns: readonly CensusColumn[], ignored: string[]): CensusColumn[] {
  return headings.flatMap((cell, index): CensusColumn[] => {
    const heading = plainHeading(cell);
    if (!ignored.includes(heading)) return [];
    const dependent = WHOLE_NAME.flatMap(([pattern, first]) => {
      const match = pattern.exec(wordsOf(heading));
      return match ? [first + Number(match[1])] : [];
    })[0];
    const own = columns.filter((one) => one.dependent === dependent);
    if (dependent === undefined || own.length === 0 || own.some(({ field }) => field === 'firstName' || field === 'lastName' || field === 'fullName')) return [];
    if (dependent === 0 && !own.some(({ field }) => TELLS_WHO.has(field))) return [];
    ignored.splice(ignored.indexOf(heading), 1);
    return [{ index, heading, field: 'fullName', dependent, how: 'likely' }];
  });
}

/** The headings that a census cannot do without and that are not there, in words; empty when all are. */
export function missingColumns(columns: readonly CensusColumn[]): string[] {
  const has = (field: CensusField): boolean => columns.some((column) => column.field === field && column.dependent === 0);
  if (has('fullName')) return [];
  return [...(has('firstName') ? [] : ['First Name']), ...(has('lastName') ? [] : ['Last Name'])];
}
