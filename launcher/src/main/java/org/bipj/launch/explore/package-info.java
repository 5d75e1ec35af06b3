/** The search through all runs of a program: what was chosen, what is left, what came of it. It knows no ranks. */
package org.bipj.launch.explore;
