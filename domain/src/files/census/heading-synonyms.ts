import type { CensusField } from './census-fields.ts';

/**
 * The headings that mean a field, as words without blanks and signs, the better ones first: where a row fills several, the first in this order
 * counts. Prefixes such as Employee, Subscriber or Member are taken off when the heading is not known with them.
 */
export const SYNONYMS: Readonly<Partial<Record<CensusField, string>>> = {
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
    'hiredate dateofhire doh datehired hired originalhiredate employmentdate employmentstartdate startdatejob dateofemployment employmentbegin hiredt dateofhireoriginal employmenthiredate fechadecontratacion fechadecontratación fechadeingreso eintrittsdatum eintritt datedembauche dateembauche',
  rehireDate: 'rehiredate dateofrehire rehiredt rehired daterehired lastrehiredate mostrecentrehiredate mostrecenthiredate lasthiredate currenthiredate latesthiredate recenthiredate',
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
