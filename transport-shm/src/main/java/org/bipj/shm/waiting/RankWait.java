package org.bipj.shm.waiting;

import org.bipj.core.report.Waiter;

/**
 * The wait of a rank.
 *
 * @param waiter in which call, for what and where; its time says nothing
 * @param sinceNs when it began, on the clock of {@link System#nanoTime}
 */
public record RankWait(Waiter waiter, long sinceNs) {}
