/** Projects to begin with: what {@code bipj new} makes. */
package org.bipj.samples.project;
