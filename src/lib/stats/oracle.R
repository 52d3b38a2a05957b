# Second implementations for r.test.ts, of what base R does not have. They are written from the definitions, over the single
# clusters or calls, not from the sums and shortcuts of the TypeScript.

score <- function(x, n) prop.test(x, n, correct = FALSE)$conf.int

mover <- function(a, la, ua, b, lb, ub, phi = 0) {
  c(a - b,
    a - b - sqrt((a - la)^2 - 2 * phi * (a - la) * (ub - b) + (ub - b)^2),
    a - b + sqrt((ua - a)^2 - 2 * phi * (ua - a) * (b - lb) + (b - lb)^2))
}

newcombe <- function(x1, n1, x2, n2) {
  i <- score(x1, n1); j <- score(x2, n2)
  mover(x1 / n1, i[1], i[2], x2 / n2, j[1], j[2])
}

newcombe_paired <- function(e, f, g, h) {
  n <- e + f + g + h
  d <- prod(c(e + f, g + h, e + g, f + h))
  k <- e * h - f * g
  phi <- if (d == 0) 0 else if (k > 0) max(k - n / 2, 0) / sqrt(d) else k / sqrt(d)
  i <- score(e + f, n); j <- score(e + g, n)
  mover((e + f) / n, i[1], i[2], (e + g) / n, j[1], j[2], phi)
}

flips <- function(d) {
  s <- 0
  for (v in d) s <- c(s + v, s - v)
  mean(abs(s) >= abs(sum(d)) * (1 - 1e-10))
}

divisions <- function(a, b, studentised) {
  pool <- c(a, b)
  stat <- function(i) {
    u <- pool[i]; v <- pool[-i]
    if (studentised) abs(t.test(u, v)$statistic) else abs(mean(u) - mean(v))
  }
  all <- combn(length(pool), length(a), stat)
  mean(all >= stat(seq_along(a)) * (1 - 1e-10))
}

bootstrap <- function(x, n, indices, bca) {
  m <- length(x)
  i <- matrix(indices, nrow = m)
  t <- colSums(matrix(x[i], nrow = m)) / colSums(matrix(n[i], nrow = m))
  est <- sum(x) / sum(n)
  j <- sapply(seq_len(m), function(k) sum(x[-k]) / sum(n[-k]))
  jackknife <- (m - 1) / m * sum((j - mean(j))^2)
  resampled <- mean((t - mean(t))^2)
  wider <- min(max(sqrt(m / (m - 1)), sqrt(jackknife / resampled)), 2 * sqrt(m / (m - 1)))
  z <- wider * qt(c(.025, .975), m - 1)
  z0 <- 0; a <- 0
  if (bca) {
    z0 <- qnorm((sum(t < est) + sum(t == est) / 2) / length(t))
    a <- sum((mean(j) - j)^3) / (6 * sum((mean(j) - j)^2)^1.5)
  }
  c(est, quantile(t, pnorm(z0 + (z0 + z) / (1 - a * (z0 + z))), type = 6, names = FALSE))
}

# Share of the between-cluster variance left in residuals, with gamma-distributed sizes.
left <- function(n) {
  m <- length(n); cv2 <- m * sum(n^2) / sum(n)^2 - 1
  max(.2, 1 - 2 * (1 + 2 * cv2) / m + sum(n^2) / sum(n)^2)
}

# Kurtosis of a beta-binomial, from its factorial moments.
bb_kurtosis <- function(p, rho, size) {
  k <- 0:3
  f <- cumprod((size - k) * (p * (1 - rho) + k * rho) / (1 - rho + k * rho))
  raw <- c(f[1], f[2] + f[1], f[3] + 3 * f[2] + f[1], f[4] + 6 * f[3] + 7 * f[2] + f[1])
  v <- raw[2] - raw[1]^2
  max(1, (raw[4] - 4 * raw[1] * raw[3] + 6 * raw[1]^2 * raw[2] - 3 * raw[1]^4) / v^2)
}

cluster_rate <- function(x, n, level) {
  m <- length(n); N <- sum(n); p <- sum(x) / N
  kish <- N^2 / sum(n^2); size <- sum(n^2) / N
  errors <- min(sum(x), N - sum(x))
  seen <- 0
  if (p > 0 && p < 1) {
    none <- N * (1 - 1 / kish)
    seen <- (sum((x - p * n)^2) / (p * (1 - p)) - none) / (sum(n^2) * left(n) - none)
  }
  info <- (errors / max(1, 1 + (size - 1) * seen))^3
  share <- info / (3 + info)
  rho <- min(share * seen + (1 - share) * .1, 1)
  deff <- max(.4, 1 - 2 * sqrt(2 / (m - 1)), 1 + (size - 1) * rho)
  rho <- max(rho, 0)
  df <- max(3, (kish - 1) / (1 + .125 * (bb_kurtosis((errors + .5) / (N + 1), rho, size) - 3))) / share
  t <- qt((1 + level) / 2, df)
  mid <- (sum(x) + .5) / (N + 1)
  beyond <- function(q) {
    grown <- min((q * (1 - q) / (mid * (1 - mid)))^(share * (1 - rho) / (1 + rho)), 2.5)
    effect <- if (deff > 1) 1 + (deff - 1) * grown else deff
    (p - q)^2 * N - t^2 * q * (1 - q) * effect
  }
  low <- if (p == 0) 0 else uniroot(beyond, c(1e-12, min(p, 1 - 1e-9)), tol = 1e-14)$root
  high <- if (p == 1) 1 else uniroot(beyond, c(max(p, 1e-9), 1 - 1e-12), tol = 1e-14)$root
  c(p, low, high)
}

cluster_difference <- function(xa, na, xb, nb, level) {
  a <- cluster_rate(xa, na, level); b <- cluster_rate(xb, nb, level)
  mover(a[1], a[2], a[3], b[1], b[2], b[3])
}

cluster_ratio <- function(x, n) {
  kish <- sum(n)^2 / sum(n^2); r <- sum(x) / sum(n)
  se <- sqrt(sum((x - r * n)^2) / left(n)) / sum(n)
  c(r, r + c(-1, 1) * qt(.975, kish - 1) * se)
}

mcnemar_power <- function(pairs, d, psi)
  pnorm((d * sqrt(pairs) - qnorm(.975) * sqrt(psi)) / sqrt(psi - d^2))

mcnemar_pairs <- function(d, psi)
  ceiling(uniroot(function(n) mcnemar_power(n, d, psi) - .8, c(2, 1e5), tol = 1e-9)$root)

# Capital of the mixture against a ratio of rates; one row a treatment in a unit, units numbered in order.
drawn_evidence <- function(unit, treatment, given, p, event, ratio) {
  stakes <- sin((1:12 - .5) / 12 * pi / 2)^2
  rate <- score <- down <- up <- numeric(length(unit))
  for (i in seq_along(unit)) {
    past <- unit < unit[i] & treatment == treatment[i]
    rate[i] <- min(sum(event[past]) / (1 + sum(p[past] * ratio + 1 - p[past])), 1, 1 / ratio)
    cells <- c((1 - ratio * rate[i]) / p[i], -ratio * rate[i] / p[i], -ratio * (1 - rate[i]) / (1 - p[i]), ratio * rate[i] / (1 - p[i]))
    score[i] <- cells[if (given[i]) 2 - event[i] else 4 - event[i]]
    down[i] <- -min(cells); up[i] <- max(cells)
  }
  S <- tapply(score, unit, sum)
  before <- function(x) c(0, cummax(pmax(x, 0)))[seq_along(x)]
  low <- pmin(tapply(down, unit, sum), pmax(3 * tapply(down, unit, max), 1.5 * before(-S)))
  high <- pmin(tapply(up, unit, sum), pmax(3 * tapply(up, unit, max), 1.5 * before(S)))
  capitals <- c(sapply(stakes, function(s) prod(pmax(0, 1 + s * S / low))), sapply(stakes, function(s) prod(pmax(0, 1 - s * S / high))))
  log(mean(capitals))
}

# Mean of adjusted scores, its time-uniform interval, and the evidence against 0.
adjusted_difference <- function(given, p, y, alpha, best, pretended = NULL) {
  before <- function(arm) {
    sums <- cumsum(y * arm) - y * arm + sum(pretended); counts <- cumsum(arm) - arm + length(pretended)
    ifelse(counts > 0, sums / counts, NA)
  }
  m1 <- before(given); m0 <- before(1 - given)
  one <- ifelse(is.na(m1), ifelse(is.na(m0), 0, m0), m1); none <- ifelse(is.na(m0), ifelse(is.na(m1), 0, m1), m0)
  psi <- one - none + given * (y - one) / p - (1 - given) * (y - none) / (1 - p)
  n <- length(psi); v <- mean((psi - mean(psi))^2)
  r <- (-2 * log(alpha) + log(1 - 2 * log(alpha))) / best
  half <- sqrt(v) * sqrt(2 * (n * r + 1) / (n^2 * r) * log(sqrt(n * r + 1) / alpha))
  c(mean(psi), mean(psi) - half, mean(psi) + half, sum(psi)^2 / v * r / (2 * (n * r + 1)) - log(n * r + 1) / 2)
}

e_bh <- function(e, alpha) {
  k <- max(0, which(sort(e, decreasing = TRUE) * seq_along(e) / length(e) >= 1 / alpha))
  if (k == 0) rep(0, length(e)) else as.numeric(e >= length(e) / (alpha * k))
}

# Capital of 48 gamblers, pair by pair, against a mean difference of delta.
difference_evidence <- function(d, delta) {
  u <- sin((1:24 - .5) / 24 * pi / 2)^2
  bets <- c(u / (1 + delta), -u / (1 - delta))
  log(mean(sapply(bets, function(l) prod(1 + l * (d - delta)))))
}

difference_interval <- function(d, alpha) {
  f <- function(delta) difference_evidence(d, delta) - log(1 / alpha)
  c(uniroot(f, c(-1 + 1e-9, mean(d)), tol = 1e-12)$root, uniroot(f, c(mean(d), 1 - 1e-9), tol = 1e-12)$root)
}

# Scores adjusted by the past of the stratum, five units of which are borrowed from the arm.
stratified_scores <- function(given, p, y, stratum) {
  psi <- numeric(length(y))
  for (i in seq_along(y)) {
    past <- seq_len(i - 1)
    predict <- function(arm) {
      all <- past[given[past] == arm]; m <- (.5 + sum(y[all])) / (1 + length(all))
      own <- all[stratum[all] == stratum[i]]
      (sum(y[own]) + 5 * m) / (length(own) + 5)
    }
    m1 <- predict(1); m0 <- predict(0)
    psi[i] <- m1 - m0 + given[i] * (y[i] - m1) / p[i] - (1 - given[i]) * (y[i] - m0) / (1 - p[i])
  }
  psi
}
