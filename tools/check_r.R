# Runs docs/r.md as it is written and data frames as R people have them: Rscript tools/check_r.R PYTHON, from the
# root of the repository, with reticulate and a Python that has incog and pandas. Ends with 1 at what differs.
python <- commandArgs(trailingOnly = TRUE)[[1]]
Sys.setenv(RETICULATE_PYTHON = python)
library(reticulate)

failures <- 0L
expect <- function(is_true, what) {
  cat(if (isTRUE(is_true)) "ok      " else "FAILED  ", what, "\n", sep = "")
  if (!isTRUE(is_true)) failures <<- failures + 1L
}

# The lines of the blocks of R code of a page, one vector a block.
blocks <- function(page) {
  lines <- readLines(page)
  fences <- grep("^```", lines)
  starts <- fences[c(TRUE, FALSE)]
  ends <- fences[c(FALSE, TRUE)]
  is_r <- lines[starts] == "```r"
  Map(function(start, end) lines[(start + 1):(end - 1)], starts[is_r], ends[is_r])
}

# Evaluates a block as a user would type it, and compares what is printed with the lines "#>" and with "# TRUE".
run_block <- function(lines) {
  expressions <- parse(text = lines, keep.source = TRUE)
  places <- attr(expressions, "srcref")
  for (i in seq_along(expressions)) {
    printed <- capture.output({
      done <- withVisible(eval(expressions[[i]], globalenv()))
      if (done$visible) print(done$value)
    })
    last <- places[[i]][[3]]
    typed <- paste(as.character(places[[i]]), collapse = " ")
    if (grepl("# TRUE$", lines[[last]])) expect(done$value, typed)
    said <- character()
    while (last < length(lines) && startsWith(lines[[last + 1]], "#> ")) {
      last <- last + 1
      said <- c(said, sub("^#> ", "", lines[[last]]))
    }
    if (length(said)) expect(identical(printed, said), paste("prints as the page says:", typed))
  }
}

# Where the command stands that comes with the package.
Sys.setenv(PATH = paste(dirname(python), Sys.getenv("PATH"), sep = ":"))
root <- getwd()
scratch <- tempfile("incog-r-")
dir.create(scratch)
invisible(file.symlink(file.path(root, "examples"), file.path(scratch, "examples")))
setwd(scratch)
pages <- lapply(blocks(file.path(root, "docs/r.md")), function(lines) {
  sub("/path/to/environment/bin/python", python, lines, fixed = TRUE)
})
# The block about files writes a table for a job that the guide makes.
invisible(lapply(Filter(function(lines) !any(grepl("job.toml", lines)), pages), run_block))

# Frames as R people have them: row names, factors, ordered factors, dates, missing values of each type, tibbles.
count <- 400
set.seed(1)
people <- data.frame(
  age = sample(c(20:60, NA_integer_), count, TRUE),
  weight = sample(c(50:99 + 0.5, NA_real_), count, TRUE),
  town = factor(sample(c("Ulm", "Kiel", "Jena", NA), count, TRUE)),
  degree = factor(sample(c("low", "middle", "high"), count, TRUE), c("low", "middle", "high"), ordered = TRUE),
  born = as.Date("1960-01-01") + sample(12000, count, TRUE),
  smokes = sample(c(TRUE, FALSE, NA), count, TRUE),
  word = sample(c("a", "b", NA_character_), count, TRUE),
  disease = sample(c("flu", "cold", "asthma"), count, TRUE)
)
frames <- list(
  "a data frame" = people,
  "with row names" = `rownames<-`(people, paste("person", seq_len(count))),
  "a subset" = people[people$age > 30 & !is.na(people$age), ]
)
if (requireNamespace("tibble", quietly = TRUE)) frames[["a tibble"]] <- tibble::as_tibble(people)
names_of <- setdiff(names(people), "disease")
for (kind in names(frames)) {
  frame <- frames[[kind]]
  release <- tryCatch(
    incog$anonymize(r_to_py(as.data.frame(frame)), quasi_identifiers = as.list(names_of), sensitive = "disease", k = 5L),
    error = function(problem) problem
  )
  expect(!inherits(release, "error"), paste(kind, if (inherits(release, "error")) conditionMessage(release) else ""))
  if (inherits(release, "error")) next
  made <- as.data.frame(lapply(release$to_arrow()$to_pydict(), function(cells) {
    vapply(cells, function(cell) if (is.null(cell)) NA_character_ else as.character(cell), "")
  }))
  expect(identical(names(made), names(people)), paste(kind, "has the same columns"))
  classes <- table(do.call(paste, c(made[names_of], sep = "|")))
  expect(min(classes) >= 5, paste(kind, "has at least 5 records a class, counted in R"))
}
if (failures > 0L) quit(status = 1L)
