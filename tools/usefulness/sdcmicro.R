# A release by local suppression of sdcMicro with its defaults: Rscript sdcmicro.R TABLE KEYS RELEASE K
suppressMessages(library(sdcMicro))
of <- commandArgs(trailingOnly = TRUE)
table <- read.csv(of[1], colClasses = "character", check.names = FALSE, na.strings = character(0))
keys <- readLines(of[2], warn = FALSE)
safe <- paste0("key", seq_along(keys))
names(table)[match(keys, names(table))] <- safe
for (key in safe) table[[key]] <- as.factor(table[[key]])
found <- localSuppression(createSdcObj(table, keyVars = safe), k = as.integer(of[4]))
released <- extractManipData(found)
for (key in safe) {
  values <- as.character(released[[key]])
  values[is.na(values)] <- "*"
  released[[key]] <- values
}
names(released)[match(safe, names(released))] <- keys
write.csv(released, of[3], row.names = FALSE)
