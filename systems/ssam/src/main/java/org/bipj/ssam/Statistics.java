package org.bipj.ssam;

/**
 * Counts of one rank since it was opened.
 *
 * @param requests requests sent, each counted once
 * @param replies replies sent, each counted once
 * @param acknowledgements acknowledgements that travelled in cells of their own
 * @param again requests, replies and acknowledgements sent again
 * @param duplicates requests that had been handled already
 * @param gaps requests that were dropped because an earlier one was missing, and answers likewise
 * @param damaged cells that the kernel dropped because their check did not match
 */
public record Statistics(
        long requests, long replies, long acknowledgements, long again, long duplicates, long gaps, long damaged) {}
