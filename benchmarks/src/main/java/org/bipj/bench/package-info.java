/** Benchmarks: programs with a table of results. */
package org.bipj.bench;
