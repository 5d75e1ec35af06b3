/** Classes of the JDK under other names, which wait in virtual time. */
package org.bipj.launch.hosted.copies;
