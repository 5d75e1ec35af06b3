/**
 * Programs that are wrong in one of the orders that MPI allows, and right in nearly all runs: for {@code bipj explore}, which finds that
 * order. Each follows a published report. Not to be copied.
 */
package org.bipj.samples.race;
