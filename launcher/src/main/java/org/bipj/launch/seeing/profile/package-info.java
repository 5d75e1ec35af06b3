/** {@code --profile}: tables of what ranks have done in all, as {@code seeing.timeline} has counted it. */
package org.bipj.launch.seeing.profile;
