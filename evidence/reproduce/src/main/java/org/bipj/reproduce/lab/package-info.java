/**
 * The parts of experiments: clusters on which programs run, programs loaded per rank, curves, results and figures. This
 * package has no access to published values.
 */
package org.bipj.reproduce.lab;
