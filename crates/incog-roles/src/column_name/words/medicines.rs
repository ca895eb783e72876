//! Names of medicines, by the stems of international nonproprietary names (WHO, "The use of
//! stems").

use super::List;
use crate::meaning::Meaning::Health;

pub(super) const WORDS: List = &[(
    Health,
    "*formin *glinide *glitazone *glipton *gliptin *gliflozin gli* gly* *propamide *butamide *zamide *hexamide *examide \
     *carbose *glitol *statin *sartan *pril *olol *dipine *prazole *tidine *oxetine *azepam *azolam *barbital *caine \
     *cillin *mycin *floxacin *cycline *vir *mab *nib *triptan *thiazide *semide *profen *coxib *parin *xaban *gatran \
     *grel *setron *azole *peridol *apine *idone *asone *olone *terol *tropium *dronate *parib *platin *taxel metf* \
     hba acresult cresult glucose maxgluserum diabetesmed med meds warfarin aspirin ibuprofen paracetamol morphine",
)];
