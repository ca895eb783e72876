//! English.

use super::List;
use crate::meaning::Meaning::*;

pub(super) const WORDS: List = &[
    (Name, "name fullname *name"),
    (
        PersonName,
        "surname lastname firstname givenname middlename familyname forename maidenname maiden nickname initials lname \
         fname personname patientname customername mothersname fathersname mothername fathername aliasname spousename \
         nextofkin contactname childname birthname =first =last =middle =given emergencycontact emergencycontactname lastnm firstnm nmfirst nmlast patnm ptnm nextkin",
    ),
    (
        Address,
        "address addr street streetname streetaddress housenumber houseno apartment addressline homeaddress road apt flatno unitno pobox",
    ),
    (
        Telephone,
        "phone telephone mobile cellphone cell fax tel phonenumber phoneno landline pager homephone workphone msisdn facsimile",
    ),
    (Email, "email mail emailaddress mailaddress"),
    (
        NationalNumber,
        "ssn socialsecurity socialsecuritynumber nino nationalinsurance nationalid nationalnumber taxid taxnumber tin sin \
         personalnumber identitynumber idcard citizenid socsec",
    ),
    (
        MedicalNumber,
        "mrn mrno medrec urno urn empi upi hcn phn ikn nhsno nhi ihi hospno hospnum \
         medicalrecordnumber medicalrecord nhs nhsnumber hospitalnumber beneficiary beneficiaryid policynumber policyno \
         healthplan medicareid medicaidid insuranceid insurancenumber memberid subscriberid npi insuranceno chartno chartnumber chart medrecno hicn mbi ehic chinumber caseno casenumber casenr",
    ),
    (
        Account,
        "account accountnumber acct acctno iban bic swift bankaccount creditcard creditcardnumber cardnumber ccnum ccnumber \
         pan cardno contractnumber sortcode loanno loannumber loanid contractid contractno invoiceno policyid",
    ),
    (
        Licence,
        "passport passportnumber license licence licensenumber licencenumber driverlicense drivinglicence certificate cert permit visa badge dlno dea deanumber registrationno identitycard",
    ),
    (
        Vehicle,
        "plate licenseplate licenceplate numberplate vin chassis vehicle registrationnumber vehicleid carplate",
    ),
    (
        Device,
        "device serial serialnumber serialno imei imsi udid udi deviceid sim implant machineid cookie advertisingid idfa androidid gaid",
    ),
    (Url, "url website homepage webpage link profileurl uri blog"),
    (NetworkAddress, "ip ipaddress ipv mac macaddress hostname"),
    (
        Biometric,
        "fingerprint biometric photo photograph image picture face faceid iris retina voice voiceprint voicerecording portrait signature dna genome avatar headshot imagefile",
    ),
    (
        UserName,
        "username login handle screenname twitter facebook instagram skype contact password uuid guid linkedin",
    ),
    (FreeText, "note comment remark memo freetext narrative message anamnesis"),
    (
        Person,
        "person cust officer suspect victim offender defendant patient subject participant respondent customer client member user employee student pupil child citizen \
         resident borrower donor tenant individual applicant inmate prisoner voter player driver taxi cab worker staff \
         physician doctor nurse teacher passenger guest owner subscriber insured taxpayer panelist rider volunteer guardian surgeon",
    ),
    (Household, "household hh dwelling houshold"),
    (
        PersonNumber,
        "usubjid rsubjid subj subjectid subjno subjnr subjnum subjectno subjectnr subjectnumber subjectcode scrnid screeningno screeningnumber randid randno randomizationnumber \
         randomisationnumber enrolid enrollid beneid desynpufid hesid pseudohesid encryptedhesid patientnum patientno patnum patno ptno ptnum ptnr \
         patientide patientsid patienticn scrssn participantno participantnumber enrolmentno enrollmentno ppn personno \
         taxiid riderid cabid pid uid userid patientid patid ptid personid clientid custid subjid participantid studyid pnr patnr respid caseid empid empno",
    ),
    (HouseholdNumber, "hhid hid householdid hholdid familyid famid householdno"),
    (
        Record,
        "case specimenid encid clmid claimid encounter hadm icustay incident visit order transaction trip leg record claim event session invoice episode specimen sample \
         trajectory bike bicycle scooter ebike row ticket booking shipment observation accession stayid journey ride",
    ),
    (
        Number,
        "id nr nbr no num number key ident identifier identification identity code pseudonym token hash barcode qrcode",
    ),
    (Age, "age agegroup seniorcitizen ageband ageclass ageyears agerange yearsold agecat"),
    (
        Birth,
        "birth birthday birthdate dateofbirth dob yob birthyear yearbirth datebirth birthmonth born bday monthbirth daybirth doby",
    ),
    (Sex, "sex gender male female ismale isfemale salutation pronouns"),
    (
        Origin,
        "race ethnicity ethnic ethnicgroup nationality native nativecountry citizenship language mothertongue birthplace placebirth origin country countryofbirth countrybirth ancestry immigrant immigration migrant foreign foreignworker foreigner hispanic caste tribe skin",
    ),
    (MaritalStatus, "marital maritalstatus marriage married civilstatus marstatus spouse"),
    (
        Family,
        "relationship kinship children kids dependents dependants familysize householdsize numberchildren siblings parity familystatus family liablepeople parent",
    ),
    (
        Education,
        "education degree school schooling educationlevel qualification graduation study fieldstudy educational literacy college diploma grade",
    ),
    (
        Occupation,
        "occupation job profession workclass industry industrial employment employmentstatus employed hourperweek hoursperweek workinghours hour jobtitle rank seniority tenure workplace sector position",
    ),
    (
        Region,
        "county city town state province region area district municipality place location neighborhood neighbourhood village ward suburb borough parish tract censustract censusblock block zone geography urban rural metro placeofresidence residence residency commune territory canton nuts site department prefecture latlong airport station hop legs stop",
    ),
    (PostalCode, "zip zipcode cp postcode postalcode postal zcta"),
    (
        Coordinates,
        "latitude longitude lat lon lng long coordinate geo gps geolocation geohash geom geometry easting northing",
    ),
    (
        Organisation,
        "facility provider hospital clinic specialty speciality employer company organization organisation university practice institution branch shop store center centre",
    ),
    (
        Date,
        "date dod dt dtm dttm admittime dischtime admitdate dischdate admdate disdate dateofadmission dateofdischarge year month time timestamp datetime week weekday dayofweek quarter dayweek day period season",
    ),
    (
        Admission,
        "admission admitted discharge discharged disposition stay los lengthstay arrival departure referral dischargestatus admissiontype admissionsource emergencydepartment",
    ),
    (
        Housing,
        "housing house roof wall floor toilet water electricity heating rooms bedrooms ownership home residential dwellingtype property cooking car vehicles",
    ),
    (
        Body,
        "height bodyweight eyecolor haircolor eyecolour haircolour bodyheight stature shoesize hand handedness waist hip",
    ),
    (Payer, "payer payor insurance insurer insurancetype healthinsurance payercode"),
    (
        Health,
        "diagnosis diagnoses diag disease illness condition procedure drug medication treatment severity mortality drg dx ccsr icd \
         hiv symptom therapy medicine dose dosage prescription lab glucose cholesterol bloodpressure systolic diastolic \
         pulse heartrate bmi allergy disability disabled handicap pregnant pregnancy smoker smoking alcohol cancer tumor \
         tumour stage diabetes asthma depression mental psychiatric surgery operation infection vaccine vaccination vaccinated \
         comorbidity death deceased died cause chestpain hospitalized hospitalised icu exposure ventilation trestbps chol fbs restecg thalach readmission readmitted serum \
         hemoglobin platelets creatinine testresult biopsy bloodtype bloodgroup blood genotype gene phenotype abortion suicide \
         sodium potassium calcium magnesium phosphate urea bun bilirubin albumin lactate troponin ferritin triglycerides hdl ldl crp wbc rbc hematocrit haematocrit haemoglobin leukocytes neutrophils lymphocytes inr egfr hba hbac bwt \
         injury wound birthweight deathrisk addiction abuse score outpatient inpatient emergency transplant insulin sickness sick ill \
         deathdate causeofdeath riskofmortality metabolic mdc dischargediagnosis symptoms glu glucoseserum chronic",
    ),
    (
        Money,
        "income salary wage earning earnings charge cost expenditure expend expense saving debt asset balance bill pay payment \
         default credit loan gain loss capital capitalgain capitalloss mortgage rent amount amt price revenue sale turnover \
         profit tax taxes dividend pension benefit allowance wealth net networth money fund budget spend spending paid \
         poverty bankruptcy installment installments deposit overdraft bonus limit checking treasury depreciation taxinc \
         *revenue *income *salary *sales *wage *debt *cost *costs purchase financial fee fine alimony interest creditamount",
    ),
    (
        Belief,
        "religion religious denomination faith belief party political politics vote voted union unionmember ideology sexuality sexual orientation sexualorientation philosophy church",
    ),
    (
        Crime,
        "crime offence offense conviction arrest arrested criminal sentence prison police charged violence jail bail priors misd felony felonies recid recidivism fraud",
    ),
    (
        Outcome,
        "outcome survived survival attrition churn churned gpa target label result y class response success status economicstatus satisfaction opinion rating complaint performance purpose economic mark exam evaluation",
    ),
    (
        SamplingWeight,
        "samplingweight sampleweight surveyweight pweight fweight aweight weightfactor expansionfactor householdweight personweight designweight finalweight w wgt wt fnlwgt *wgt *wgts raisingfactor inflationfactor",
    ),
    (Weight, "weight"),
    (Provider, "dataprovider dataholder contributor custodian datasource"),
    (
        Category,
        "type kind category concept group flag indicator has is optin consent level format description desc typology existing tier",
    ),
    (
        Count,
        "count size total sum numberof average avg mean median max min ratio percent percentage rate share",
    ),
    (Medical, "medical clinical care surgical health"),
    (
        Thing,
        "product item file filename version unit currency weather color colour model brand index idx software app browser os \
         sku isbn database temperature rainfall humidity euribor \
         material supplier warehouse veh",
    ),
];
