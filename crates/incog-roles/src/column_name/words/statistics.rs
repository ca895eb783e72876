//! Abbreviations of statistical files and surveys: census and labour force files, CPS, IPUMS, IHSN,
//! mu-Argus and sdcMicro.

use super::List;
use crate::meaning::Meaning::*;

pub(super) const WORDS: List = &[
    (
        SamplingWeight,
        "afnlwgt wtmec* wtint* pwgt hhwt perwt wtfinl wgtp pwgtp hwgt asecwt marsupwt popweight calweight pweights",
    ),
    (HouseholdNumber, "orihid hhno hhnr hhnum hserial serialhh idhh idhog hhkey"),
    (PersonNumber, "pernum seqn idperson idind persnr pidno pidp memid indid"),
    (Sex, "rsex riagendr gndr sexe"),
    (Age, "agep ridageyr ageyoung ageold agecat alderl rage agegrp"),
    (MaritalStatus, "marstat dmdmartl marst msp civstat marsta hhcivil mstat civ marit mar"),
    (
        Family,
        "relat hhgr relate reltohead relhead rel kindpers numyoung numold numch nchild nchlt famsize hhsize hsize npers persons famunit famtype hhtype nadult",
    ),
    (Education, "educ dmdeduc edu edulevel educat schl isced hiedu degfieldd educd edlevel schooltype"),
    (Origin, "etni ridreth ethn ethnie natio natcty bpl pobp hispan rac citiz ctzn cob langhome"),
    (
        Occupation,
        "occ occp occu occup prioccu poslabm poslably posfact kindfact compcode occucode ftptime addjob jobfind regjobc isco nace isic wz naf ateco nogc empstat labforce esr cow classwkr ind indp indus wkhp uhrswork jobsearch lfs ilostat",
    ),
    (
        Region,
        "urbrur bula urbrural puma statefip statefips countyfip fips geoid reg regio regn msa cbsa lsoa msoa oa lau ags plzort stratum strata psu cluster ea enumerationarea metarea bfs",
    ),
    (Housing, "walls electcon elect sanit bldg bld ten tenu"),
    (
        Money,
        "recben indhhin recunben recodben recbill recsosec recpens agi emcontrb fedtax statetax ptotval pothval intval pearnval fica \
         wsalval ernval wsal incwage inctot ftotinc hhincome hinc pinc pincp wagp adjinc bal billamt payamt ptinc eqinc eqincome \
         *assets *funds",
    ),
    (Health, "proc bpx* lbx*"),
    (Body, "bmx*"),
    (Date, "syear"),
    (Key, "keyvar"),
    (Count, "freq fk nobs categorycount"),
];
