/**
 * What experiments are made of: clusters that programs run on, programs loaded per rank, curves, results and figures. It
 * has no access to published values.
 */
package org.bipj.reproduce.lab;
