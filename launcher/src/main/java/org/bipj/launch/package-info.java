/** The launcher: starts the ranks of a job, forwards their output, ends them together. */
package org.bipj.launch;
